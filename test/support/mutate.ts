/**
 * Every small change of a Terraform module as data, one at a time: a literal is
 * another, a step of a reference is misspelt, a block, an argument, an entry or
 * an element is gone. Each says where it is.
 */
import type { Expression } from '../../src/terraform/syntax/expression.js';
import type { ModuleSource, SourceBlock, SourceBody } from '../../src/terraform/syntax/module.js';

export interface Mutant<T> {
  /**
   * `resource.helm_release.karpenter_crd.version`; elements are named by what
   * tells them apart, `requirements[karpenter.sh/capacity-type]`, and labels of
   * blocks end in `#label`.
   */
  readonly path: string;
  readonly change: 'gone' | 'other';
  readonly says: string;
  readonly value: T;
}

export const mutants = ({ blocks }: ModuleSource): readonly Mutant<ModuleSource>[] =>
  ofBlocks(blocks, '').map((mutant) => ({ ...mutant, value: { blocks: mutant.value } }));

/** The module without what is at the path, or with another literal there; throws where there is nothing. */
export function changed(root: ModuleSource, path: string, literal?: Literal): ModuleSource {
  const change = literal === undefined ? 'gone' : 'other';
  const found = mutants(root).find((one) => one.path === path && one.change === change);
  if (found === undefined) throw new Error(`nothing is at ${path}`);
  return literal === undefined ? found.value : placed(root, found.value, literal);
}

/** The first, with the literal where the second differs from it. */
function placed<T>(from: T, to: T, literal: Literal): T {
  if (from === to || typeof from !== 'object' || from === null)
    return from === to ? from : (literal as T);
  const entries = Object.entries(from).map(([key, item]) => [
    key,
    placed(item, (to as Record<string, unknown>)[key], literal),
  ]);
  return (Array.isArray(from) ? entries.map(([, item]) => item) : Object.fromEntries(entries)) as T;
}

/** Mutants of a whole, made of those of one part. */
const within = <P, W>(parts: readonly Mutant<P>[], whole: (part: P) => W): Mutant<W>[] =>
  parts.map((mutant) => ({ ...mutant, value: whole(mutant.value) }));

const replaced = <T>(items: readonly T[], index: number, item: T): readonly T[] =>
  items.with(index, item);

const gone = <T>(items: readonly T[], index: number, path: string): Mutant<readonly T[]> => ({
  path,
  change: 'gone',
  says: 'it is gone',
  value: items.toSpliced(index, 1),
});

/** One item after the other: without it, and with each of its own mutants. */
const ofItems = <T>(
  items: readonly T[],
  name: (item: T, index: number) => string,
  of: (item: T, path: string) => readonly Mutant<T>[],
): Mutant<readonly T[]>[] =>
  items.flatMap((item, index) => {
    const path = name(item, index);
    return [
      gone(items, index, path),
      ...within(of(item, path), (changed) => replaced(items, index, changed)),
    ];
  });

const ofBlocks = (
  blocks: readonly SourceBlock[],
  above: string,
): Mutant<readonly SourceBlock[]>[] =>
  ofItems(blocks, ({ type, labels }) => `${above}${[type, ...labels].join('.')}`, ofBlock);

const ofBlock = (block: SourceBlock, path: string): readonly Mutant<SourceBlock>[] => [
  ...block.labels.map(
    (label, index): Mutant<SourceBlock> => ({
      path: `${path}#label`,
      change: 'other',
      says: `its label is "${label}x"`,
      value: { ...block, labels: replaced(block.labels, index, `${label}x`) },
    }),
  ),
  ...within(ofBody(block.body, path), (body) => ({ ...block, body })),
];

const ofBody = (body: SourceBody, path: string): Mutant<SourceBody>[] => [
  ...within(
    ofItems(
      body.attributes,
      ({ name }) => `${path}.${name}`,
      (attribute, at) =>
        within(ofExpression(attribute.value, at), (value) => ({ ...attribute, value })),
    ),
    (attributes) => ({ ...body, attributes }),
  ),
  ...within(ofBlocks(body.blocks, `${path}.`), (blocks) => ({ ...body, blocks })),
];

function ofExpression(e: Expression, path: string): readonly Mutant<Expression>[] {
  const other = (says: string, value: Expression): Mutant<Expression> => ({
    path,
    change: 'other',
    says,
    value,
  });
  switch (e.kind) {
    case 'literal':
      return [
        other(`it is ${JSON.stringify(another(e.value))}`, { ...e, value: another(e.value) }),
      ];
    case 'variable':
      return [other(`it refers to "${e.name}x"`, { ...e, name: `${e.name}x` })];
    case 'attribute':
      return [
        other(`it refers to "${e.name}x"`, { ...e, name: `${e.name}x` }),
        ...within(ofExpression(e.object, path), (object) => ({ ...e, object })),
      ];
    case 'index':
      return [
        ...within(ofExpression(e.object, path), (object) => ({ ...e, object })),
        ...within(ofExpression(e.key, path), (key) => ({ ...e, key })),
      ];
    case 'binary':
      return [
        ...within(ofExpression(e.left, path), (left) => ({ ...e, left })),
        ...within(ofExpression(e.right, path), (right) => ({ ...e, right })),
      ];
    case 'call':
      return within(ofParts(e.args, path), (args) => ({ ...e, args }));
    case 'template':
      return within(ofParts(e.parts, path), (parts) => ({ ...e, parts }));
    case 'tuple':
      return within(
        ofItems(e.items, (item, index) => `${path}[${nameOf(item) ?? index}]`, ofExpression),
        (items) => ({ ...e, items }),
      );
    case 'object':
      return within(
        ofItems(
          e.entries,
          ({ key }) => `${path}.${keyText(key)}`,
          (entry, at) => within(ofExpression(entry.value, at), (value) => ({ ...entry, value })),
        ),
        (entries) => ({ ...e, entries }),
      );
    case 'for':
      return [
        ...within(ofExpression(e.collection, path), (collection) => ({ ...e, collection })),
        ...within(ofExpression(e.value, path), (value) => ({ ...e, value })),
      ];
    default:
      // The compiler writes no other kind; one that it begins to write is to be changed here too.
      throw new Error(`nothing is known to change in a ${e.kind}`);
  }
}

/** Parts that cannot be left out: arguments of a call, pieces of a template. */
const ofParts = (parts: readonly Expression[], path: string): Mutant<readonly Expression[]>[] =>
  parts.flatMap((part, index) =>
    within(ofExpression(part, path), (changed) => replaced(parts, index, changed)),
  );

type Literal = Extract<Expression, { kind: 'literal' }>['value'];

function another(value: Literal): Literal {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : 'x';
}

/** An entry with a computed key is named by the literals in it. */
function keyText(key: Expression): string {
  if (key.kind === 'literal') return String(key.value);
  return key.kind === 'template' ? key.parts.map(keyText).join('') : '*';
}

/** What tells an element of a list from the others: kind and name, the key of a requirement, a Sid, or the text itself. */
function nameOf(item: Expression): string | undefined {
  if (item.kind === 'literal') return String(item.value);
  const text = (...path: readonly string[]): string | undefined => {
    let found: Expression | undefined = item;
    for (const name of path)
      found =
        found?.kind === 'object'
          ? found.entries.find(({ key }) => keyText(key) === name)?.value
          : undefined;
    return found?.kind === 'literal' ? String(found.value) : undefined;
  };
  const kind = text('kind');
  if (kind !== undefined) return `${kind} ${text('metadata', 'name') ?? ''}`;
  return text('key') ?? text('Sid') ?? text('sid');
}
