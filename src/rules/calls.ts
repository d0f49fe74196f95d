/** What rules on module calls share: the arguments as written, and words for the releases that a call allows. */
import type { Releases, System } from '../model/system.js';
import type { Written, WrittenCall } from '../model/written.js';
import { isSameSpan, type Span } from '../source/span.js';
import type { SourceAttribute, SourceBlock } from '../terraform/syntax/module.js';
import type { Value } from '../value/value.js';
import { type ModuleTable, tableOf } from './module-table.js';
import type { RuleFacts } from './rule.js';

/** Arguments of every call, whatever the module. */
const META = new Set(['source', 'version', 'providers', 'count', 'for_each', 'depends_on']);

/** A call of a module whose releases the tables know. */
export interface TabledCall extends WrittenCall {
  readonly source: string;
  readonly releases: Releases;
  readonly table: ModuleTable;
}

/** One call for each text, with its table: what is written once is said once. */
export function tabledCalls({ as }: System, facts: RuleFacts): readonly TabledCall[] {
  const seen = new Set<string>();
  return as.calls.flatMap((call) => {
    const { source, releases, exists, from } = call;
    const table = source === undefined ? undefined : tableOf(source, facts);
    const key = `${from.at.file}:${from.at.start} ${nameOf(call)}`;
    if (source === undefined || releases === undefined || table === undefined) return [];
    if (exists === false || seen.has(key)) return [];
    seen.add(key);
    return [{ ...call, source, releases, table }];
  });
}

export interface Argument {
  readonly name: string;
  /** Where the name stands. */
  readonly key: Span;
  /** Undefined where it could not be evaluated. */
  readonly value: Value | undefined;
  readonly written: SourceAttribute;
}

/** `karpenter` of `module.a.module.karpenter["blue"]`. */
export const nameOf = ({ address }: WrittenCall): string =>
  /module\.([\w-]+)(?:\[[^\]]*\])?$/.exec(address)?.[1] ?? '';

/** Whether a block is the text of the call: blocks that we wrote ourselves may share a place. */
export const isText =
  (call: WrittenCall) =>
  ({ type, labels, at }: SourceBlock): boolean =>
    type === 'module' && labels[0] === nameOf(call) && isSameSpan(at, call.from.at);

/** The call as it is written: instances by `count` and `for_each` have one text. */
export const writtenCall = (as: Written, call: WrittenCall): SourceBlock | undefined =>
  as.modules.flatMap(({ module }) => module.blocks).find(isText(call));

/** The arguments that the module itself takes. */
export const argumentsOf = (as: Written, call: WrittenCall): readonly Argument[] =>
  (writtenCall(as, call)?.body.attributes ?? [])
    .filter(({ name }) => !META.has(name))
    .map((written) => ({
      name: written.name,
      key: written.key,
      value: call.arguments.get(written.name),
      written,
    }));

/** Whether something is so at every release that the call allows; nothing is known of one that the tables lack. */
export const atEvery = ({ releases }: TabledCall, is: (release: string) => boolean): boolean =>
  !releases.beyondFacts && releases.allowed.every(is);

interface OfReleases {
  readonly releases: Releases;
}

export const newestOf = ({ releases }: OfReleases): string => releases.allowed.at(-1) ?? '';

/** The word that fits one release, as `has`, or the one that fits several. */
export const byNumber = ({ releases }: OfReleases, one: string, several: string): string =>
  releases.allowed.length > 1 ? several : one;

/** `release 1.16.2`, or `releases 20.24.0 to 20.37.2`. */
export function releasesText(of: OfReleases, word = 'release'): string {
  const [first = ''] = of.releases.allowed;
  return byNumber(of, `${word} ${first}`, `${word}s ${first} to ${newestOf(of)}`);
}
