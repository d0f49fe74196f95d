/**
 * Roots between two others: each part of what differs (a handler's resources,
 * the NodePools, the module's release) is as it was or as it will be. A mix is
 * a plan like any other, so it is written and judged like any other.
 */
import type { Plan } from '../../compile/plan.js';
import type { SourceAttribute, SourceBlock } from '../../terraform/syntax/module.js';
import { aside, attributesOf, declared, textOf, usedLocals } from './locals.js';

/** What one step changes; `… goes` takes away what only the old root has. */
export type Part =
  | 'release'
  | 'settings'
  | 'karpenter'
  | 'karpenter goes'
  | 'nodepools'
  | 'nodepools goes'
  | 'nth'
  | 'nth goes'
  | `group "${string}" comes`
  | `group "${string}" goes`;

/** Everything of a root that a part is about, by what is in its name. */
function familyOf(name: string): 'karpenter' | 'nodepools' | 'nth' | 'settings' {
  if (/node_?pool/.test(name)) return 'nodepools';
  if (/node_termination|nth/.test(name)) return 'nth';
  return /karpenter/.test(name) ? 'karpenter' : 'settings';
}

const keyOf = ({ type, labels }: SourceBlock): string => [type, ...labels].join('.');

const ROOT_TYPES = new Set(['terraform', 'provider']);
const RELEASE = new Set(['version', 'source']);

/** A call, whose attributes are about several things. */
const isShared = ({ type }: SourceBlock): boolean => type === 'module';

/** Declarations that do no harm while nothing refers to them. */
const isDeclaration = ({ type }: SourceBlock): boolean =>
  type === 'variable' || type === 'data' || type === 'locals';

function partOf(block: SourceBlock, attribute: string | undefined, gone: boolean): Part {
  if (ROOT_TYPES.has(block.type)) return 'release';
  if (attribute !== undefined && block.type === 'module' && RELEASE.has(attribute))
    return 'release';
  const family = familyOf(attribute ?? keyOf(block));
  return gone && family !== 'settings' ? (`${family} goes` as Part) : family;
}

/** Groups are described by a policy and made elsewhere: those that only one of two policies has. */
export interface GroupChanges {
  readonly comes: readonly string[];
  readonly goes: readonly string[];
}

/** The parts in which two roots differ, and the groups that only one of them knows. */
export function partsOf(a: Plan, b: Plan, { comes, goes }: GroupChanges): readonly Part[] {
  const parts = new Set<Part>();
  const [before, after] = [byKey(aside(a, b)), byKey(b)];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, own] = [before.get(key), after.get(key)];
    const block = (own ?? old) as SourceBlock;
    if (old !== undefined && own !== undefined && isShared(block))
      for (const [name, one] of changedAttributes(old, own))
        parts.add(partOf(block, name, one.after === undefined));
    else if (textOf(old) !== textOf(own) && !isDeclaration(block))
      for (const name of isShared(block) ? namesIn(block) : [undefined])
        parts.add(partOf(block, name, own === undefined));
  }
  if (textOf([...a.files]) !== textOf([...b.files])) parts.add('nodepools');
  return [
    ...parts,
    ...comes.map((group): Part => `group "${group}" comes`),
    ...goes.map((group): Part => `group "${group}" goes`),
  ];
}

/** The root in which these parts are done; the second root itself where all are. */
export function mixed(a: Plan, b: Plan, all: readonly Part[], done: ReadonlySet<Part>): Plan {
  if (all.every((part) => done.has(part))) return b;
  if (done.size === 0) return a;
  const [before, after] = [byKey(aside(a, b)), byKey(b)];
  const blocks = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
    mixedBlock(before.get(key), after.get(key), done),
  );
  const groups = new Map([...a.groups, ...b.groups].map((group) => [group.pool, group]));
  return {
    ...b,
    root: { blocks: usedLocals(blocks) },
    groups: [...groups.values()],
    files: new Map([...a.files, ...b.files]),
  };
}

function mixedBlock(
  old: SourceBlock | undefined,
  own: SourceBlock | undefined,
  done: ReadonlySet<Part>,
): readonly SourceBlock[] {
  const block = own ?? old;
  if (block === undefined) return [];
  if (isDeclaration(block)) return [declared(block, old)];
  if (isShared(block)) {
    const attributes = mixedAttributes(block, old, own, done);
    return attributes.length === 0 ? [] : [{ ...block, body: { ...block.body, attributes } }];
  }
  if (textOf(old) === textOf(own)) return [block];
  const chosen = done.has(partOf(block, undefined, own === undefined)) ? own : old;
  return chosen === undefined ? [] : [chosen];
}

function mixedAttributes(
  block: SourceBlock,
  old: SourceBlock | undefined,
  own: SourceBlock | undefined,
  done: ReadonlySet<Part>,
): readonly SourceAttribute[] {
  const attributes = new Map((old?.body.attributes ?? []).map((one) => [one.name, one]));
  const changed = changedAttributes(old, own);
  for (const [name, { after }] of changed) {
    if (!done.has(partOf(block, name, after === undefined))) continue;
    if (after === undefined) attributes.delete(name);
    else attributes.set(name, after);
  }
  return [...attributes.values()];
}

const namesIn = (block: SourceBlock): readonly string[] => [...attributesOf(block).keys()];

function changedAttributes(
  old: SourceBlock | undefined,
  own: SourceBlock | undefined,
): ReadonlyMap<string, { readonly after: SourceAttribute | undefined }> {
  const [a, b] = [attributesOf(old), attributesOf(own)];
  return new Map(
    [...new Set([...a.keys(), ...b.keys()])]
      .filter((name) => textOf(a.get(name)) !== textOf(b.get(name)))
      .map((name) => [name, { after: b.get(name) }]),
  );
}

const byKey = ({ root }: Plan): ReadonlyMap<string, SourceBlock> =>
  new Map(root.blocks.map((block) => [keyOf(block), block]));
