/** Texts that only say what policies have in common: they are judged as a part of each that extends them. */
import type { Host } from '../host/host.js';
import { loadPolicy, type ParsedBases } from '../policy/load.js';
import { entry } from '../value/read.js';
import type { GivenFile } from './files.js';
import { policyFiles } from './policy-files.js';

/** How most policies say who they are: where all do, none is a base, and nothing need be parsed to tell. */
const METADATA = /^["']?metadata["']?\s*:/m;

/** The policies among files, without those that were found, not named, and are nothing but a base of others. */
export function withoutBases(host: Host, policies: readonly GivenFile[]): readonly GivenFile[] {
  const mayBe = policies.filter(({ named, text }) => !named && !METADATA.test(text));
  if (mayBe.length === 0) return policies;
  const bases: ParsedBases = new Map();
  for (const { file, text } of policies)
    loadPolicy(file, text, policyFiles(host, file, new Map()), bases);
  const left = new Set(mayBe.filter(({ file }) => isNobody(bases.get(file))));
  return policies.filter((policy) => !left.has(policy));
}

/** Whether what others extend has no identity of its own, or cannot be read, which each of them says. */
const isNobody = (base: ReturnType<ParsedBases['get']>): boolean =>
  base !== undefined && (base.value === undefined || entry(base.value, 'metadata') === undefined);
