/**
 * `interlock.lock.json`: who owns what as somebody has agreed to it, with the
 * versions and a hash of what makes nodes and handlers. Text and standing are
 * made of each other; what a lock does not say is nobody's agreement.
 */
import type { Finding, Outcome } from '../diagnostics/finding.js';
import { span } from '../source/span.js';
import { entries, entry, text } from '../value/read.js';
import { isUnknown, type Value } from '../value/value.js';
import { readYaml } from '../value/yaml.js';
import { hashOf } from './leaves.js';
import type { Standing } from './standing.js';

const VERSION = 1;

type Words = ReadonlyMap<string, string>;

/** One cluster of one configuration, as it is locked. */
export interface LockEntry {
  readonly cluster: string;
  readonly proof: string;
  readonly versions: Words;
  /** By pool and event. */
  readonly owners: ReadonlyMap<string, Words>;
  /** By pool or handler, and setting. */
  readonly drains: ReadonlyMap<string, Words>;
  /** By pool or handler: what makes its nodes, or all else that is set. */
  readonly hashes: Words;
}

/** By configuration, relative to the folder of the lock. */
export type Lock = ReadonlyMap<string, LockEntry>;

export function lockEntry({ cluster, proof, pools, handlers, modules }: Standing): LockEntry {
  const words = (leaves: ReadonlyMap<string, { readonly text: string }>): Words =>
    new Map([...leaves].map(([key, { text: said }]) => [key, said]));
  const both = [
    ...pools.map(({ id, drains, nodes }) => ({ name: id, drains, hashed: nodes })),
    ...handlers.map(({ title, drains, others }) => ({ name: title, drains, hashed: others })),
  ];
  return {
    cluster,
    proof,
    versions: new Map([
      ...modules,
      ...handlers.map(({ title, version }) => [title, version] as const),
    ]),
    owners: new Map(pools.map(({ id, answers }) => [id, words(answers)])),
    drains: new Map(
      both.filter(({ drains }) => drains.size > 0).map(({ name, drains }) => [name, words(drains)]),
    ),
    hashes: new Map(
      both
        .filter(({ hashed }) => hashed.size > 0)
        .map(({ name, hashed }) => [name, hashOf(hashed)]),
    ),
  };
}

/** The same lock in the same bytes, whatever order it was made in. */
export const lockText = (lock: Lock): string =>
  `${JSON.stringify(
    {
      version: VERSION,
      configurations: sorted(lock, ({ cluster, proof, ...entryParts }) => ({
        cluster,
        verdict: proof,
        versions: sorted(entryParts.versions, (said) => said),
        owners: sorted(entryParts.owners, (words) => sorted(words, (said) => said)),
        drains: sorted(entryParts.drains, (words) => sorted(words, (said) => said)),
        hashes: sorted(entryParts.hashes, (said) => said),
      })),
    },
    null,
    2,
  )}\n`;

const sorted = <T>(map: ReadonlyMap<string, T>, of: (item: T) => unknown): object =>
  Object.fromEntries(
    [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([key, item]) => [key, of(item)]),
  );

/** Reads a lock; what is none is a finding at its place. */
export function readLock(file: string, source: string): Outcome<Lock> {
  const { documents, findings } = readYaml(file, source);
  const value = documents[0]?.value;
  const version = text(entry(value, 'version'));
  if (findings.length > 0 || value === undefined) return { findings };
  if (version === undefined || isUnknown(version) || version.value !== String(VERSION))
    return { findings: [noLock(file)] };
  const configurations = mapOf(entry(value, 'configurations'), (one) => ({
    cluster: word(entry(one, 'cluster')),
    proof: word(entry(one, 'verdict')),
    versions: mapOf(entry(one, 'versions'), word),
    owners: mapOf(entry(one, 'owners'), (words) => mapOf(words, word)),
    drains: mapOf(entry(one, 'drains'), (words) => mapOf(words, word)),
    hashes: mapOf(entry(one, 'hashes'), word),
  }));
  return { value: configurations, findings: [] };
}

const noLock = (file: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message: `it is no lock of version ${VERSION}`,
  at: span(file, 0, 1),
  help: 'write it again with "interlock prove PATH --write-lock"',
});

const word = (value: Value | undefined): string => {
  const found = text(value);
  return found === undefined || isUnknown(found) ? '' : found.value;
};

function mapOf<T>(value: Value | undefined, of: (item: Value) => T): ReadonlyMap<string, T> {
  const map = entries(value);
  return 'unknown' in map ? new Map() : new Map([...map].map(([key, item]) => [key, of(item)]));
}
