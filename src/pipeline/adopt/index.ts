/**
 * The policy that describes what stands: who in fact owns each event, on which
 * capacity, with which charts, and a finding for each thing that it cannot say.
 */
import type { Finding } from '../../diagnostics/finding.js';
import type { Cluster } from '../../model/system.js';
import { nthSets } from '../../policy/nth-sets.js';
import { readPolicy } from '../../policy/read.js';
import type { ExpressionParser } from '../../policy/references.js';
import { writePolicy } from '../../policy/write.js';
import { provePolicy } from '../policy.js';
import type { JudgeFacts } from '../read-back.js';
import type { ProvedRoot } from '../root.js';
import { type AdoptedPool, adoptPools } from './capacity.js';
import { type AdoptedCluster, adoptCluster } from './cluster.js';
import { type AdoptedHandlers, adoptHandlers } from './handlers.js';
import { adoptInputs } from './inputs.js';
import { type Notes, newNotes, uncarried } from './notes.js';
import { type AdoptedException, adoptExceptions } from './owners.js';
import { type AdoptSource, adoptSource } from './source.js';

export interface AdoptInput {
  readonly repo: ProvedRoot;
  readonly cluster: Cluster;
  readonly facts: JudgeFacts;
  readonly parser?: ExpressionParser;
}

export interface Adopted {
  readonly name: string;
  readonly text: string;
  readonly findings: readonly Finding[];
  /** What to compile it for: the add-ons module where the repo calls it, else plain resources. */
  readonly target: 'addons' | 'stack';
  /** Pools of the repo by their names in the policy. */
  readonly pools: ReadonlyMap<string, string>;
}

export function adopt({ repo, cluster, facts, parser }: AdoptInput): Adopted {
  const source = adoptSource(repo, cluster, facts);
  const notes = newNotes();
  const addons = releaseOf(source, notes);
  const parts: Parts = {
    cluster: adoptCluster(source, notes),
    handlers: adoptHandlers(source, notes),
    pools: adoptPools(source, notes),
    inputs: adoptInputs(source, notes, addons),
    addons,
  };
  const name = nameOf(cluster);
  const written = (exceptions: readonly AdoptedException[], withComments = notes): string =>
    textOf(name, parts, exceptions, withComments);
  const read = (text: string) =>
    readPolicy({
      file: `${name}.yaml`,
      text,
      files: () => ({ problem: 'an adopted policy extends none' }),
      facts,
      ...(parser === undefined ? {} : { parser }),
    });
  const plain = read(written([]));
  const exceptions =
    plain.value === undefined ? [] : adoptExceptions(source, plain.value, parts.pools, notes);
  const kept = compatible(exceptions, {
    problem: (some) =>
      read(written(some)).findings.find(({ severity }) => severity === 'error')?.message,
    refused: ({ events, pools: named, owner }, message) =>
      uncarried(
        notes,
        `a policy cannot give ${events.join(', ')} of "${named.join('", "')}" to "${owner}": ${message}`,
        cluster.from,
      ),
  });
  const intent = read(written(kept)).value;
  const idle = intent !== undefined && nthSets(intent, facts.reactions).length === 0;
  if (idle) tellIdle(source, notes);
  const { nth: _, drain: __, ...withoutNth } = parts.handlers;
  const final = idle ? { ...parts, handlers: withoutNth } : parts;
  const text = textOf(name, final, kept, notes);
  const plainOnly = addons === undefined || parts.handlers.identity !== undefined;
  const target: Adopted['target'] = plainOnly ? 'stack' : 'addons';
  const judged = { name, text, target, facts, ...(parser === undefined ? {} : { parser }) };
  tellProblems(judged, cluster, notes);
  return {
    name,
    text,
    findings: notes.findings,
    target,
    pools: new Map(parts.pools.map(({ name: own, pool }) => [own, pool.id])),
  };
}

interface Trial {
  /** What a policy with these exceptions is refused for. */
  readonly problem: (some: readonly AdoptedException[]) => string | undefined;
  readonly refused: (exception: AdoptedException, message: string) => void;
}

/** All of them, for some hold only with others; else one after the other, as far as they are taken. */
function compatible(
  exceptions: readonly AdoptedException[],
  { problem, refused }: Trial,
): readonly AdoptedException[] {
  if (problem(exceptions) === undefined) return exceptions;
  const kept: AdoptedException[] = [];
  for (const exception of exceptions) {
    const message = problem([...kept, exception]);
    if (message === undefined) kept.push(exception);
    else refused(exception, message);
  }
  return kept;
}

/** What still stands between the policy and a proof: it is said here, at what it was adopted from. */
function tellProblems(
  {
    name,
    text,
    target,
    facts,
    parser,
  }: Pick<AdoptInput, 'facts' | 'parser'> & Pick<Adopted, 'name' | 'text' | 'target'>,
  cluster: Cluster,
  notes: Notes,
): void {
  const { findings } = provePolicy({
    file: `${name}.yaml`,
    text,
    files: () => ({ problem: 'an adopted policy extends none' }),
    target,
    facts,
    ...(parser === undefined ? {} : { parser }),
  });
  for (const { severity, message } of findings)
    if (severity === 'error')
      uncarried(notes, `the policy cannot be compiled as it stands: ${message}`, cluster.from, {
        severity: 'error',
        help: 'change the policy, and say what is meant',
      });
}

/** NTH that owns nothing is not installed by a policy. */
function tellIdle({ installations }: AdoptSource, notes: Notes): void {
  for (const { handler, id, from } of installations)
    if (handler === 'nth')
      uncarried(notes, `"${id}" installs NTH, which owns no event here`, from, {
        help: 'the policy leaves it out; give it an event to own where it is meant to have one',
      });
}

/** The release of the add-ons module, or the nearest one that works. */
function releaseOf({ addons, facts }: AdoptSource, notes: Notes): string | undefined {
  const newest = addons?.releases?.allowed.at(-1);
  if (addons === undefined || newest === undefined) return undefined;
  const unusable = facts.addons.unusable(newest);
  if (unusable === undefined) return newest;
  const all = facts.addons.addonsReleases();
  const nearest = all
    .slice(0, all.indexOf(newest))
    .findLast((release) => facts.addons.unusable(release) === undefined);
  uncarried(
    notes,
    `release ${newest} of the add-ons module cannot be used: ${unusable}`,
    addons.from,
    {
      help: `the policy says ${nearest}`,
    },
  );
  return nearest;
}

interface Parts {
  readonly cluster: AdoptedCluster;
  readonly handlers: AdoptedHandlers;
  readonly pools: readonly AdoptedPool[];
  readonly inputs: object | undefined;
  readonly addons: string | undefined;
}

/** Names of policies are lower-case letters, digits and "-". */
function nameOf({ name, id }: Cluster): string {
  const text = 'unknown' in name ? id : name.value;
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'adopted'
  );
}

const HEAD = `Adopted by interlock: what stands, in the words of a policy. The schema comes with the package:
interlock schema > policy.v1.schema.json`;

function textOf(
  name: string,
  { cluster, handlers, pools, inputs, addons }: Parts,
  exceptions: readonly AdoptedException[],
  { comments }: Notes,
): string {
  const { drain: nthDrain, karpenter, nth, identity } = handlers;
  const classes = new Map(
    pools.flatMap(({ nodeClass }) =>
      nodeClass === undefined ? [] : [[nodeClass.name, nodeClass] as const],
    ),
  );
  const roles = new Set([...classes.values()].flatMap(({ role }) => role ?? []));
  const [role, secondRole] = roles;
  const nodeRoleName = secondRole === undefined ? role : undefined;
  const drains = pools.filter(({ drain }) => drain !== undefined);
  const policy = {
    apiVersion: 'interlock/v1',
    kind: 'InterruptionPolicy',
    metadata: { name },
    cluster,
    versions: addons === undefined ? undefined : { addons },
    handlers: orNothing({
      karpenter: karpenter === undefined ? undefined : orNothing({ ...karpenter, nodeRoleName }),
      nth: nth === undefined ? undefined : orNothing(nth),
      identity,
    }),
    capacity: pools.map(({ entry }) => entry),
    nodeClasses: classes.size === 0 ? undefined : [...classes.values()].map(({ entry }) => entry),
    interruption: exceptions.length === 0 ? undefined : { exceptions },
    drain: orNothing({
      nth: nthDrain,
      pools:
        drains.length === 0
          ? undefined
          : new Map(drains.map(({ name: own, drain }) => [own, drain])),
    }),
    inputs,
  };
  const present = comments.filter(({ path }) => isAt(policy, path));
  return writePolicy({ head: HEAD, policy, comments: present });
}

const orNothing = (data: object): object | undefined =>
  Object.values(data).some((value) => value !== undefined) ? data : undefined;

function isAt(data: unknown, [key, ...rest]: readonly (string | number)[]): boolean {
  if (key === undefined) return true;
  const inner =
    data instanceof Map
      ? data.get(key)
      : (data as Record<string | number, unknown> | undefined)?.[key];
  return inner !== undefined && isAt(inner, rest);
}
