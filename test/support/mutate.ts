/**
 * Every small change of a Terraform module as data, one at a time: a literal is
 * another, a name is misspelt, a block, an entry or an element is gone. Each has
 * the path of the place that it changes.
 */
import type { Expression } from '../../src/terraform/syntax/expression.js';
import type { ModuleSource, SourceBlock, SourceBody } from '../../src/terraform/syntax/module.js';

export interface Mutant<T> {
  /** `resource.helm_release.karpenter_crd.version`, `locals.nth_values.replicas`; `!` at the end where it is gone. */
  readonly path: string;
  readonly says: string;
  readonly value: T;
}

/** Mutants of the whole, made of those of one part. */
const within = <P, W>(parts: Iterable<Mutant<P>>, whole: (part: P) => W): Mutant<W>[] =>
  [...parts].map(({ path, says, value }) => ({ path, says, value: whole(value) }));

const replaced = <T>(items: readonly T[], index: number, item: T): readonly T[] =>
  items.with(index, item);

const without = <T>(items: readonly T[], index: number): readonly T[] => items.toSpliced(index, 1);

export function mutants({ blocks }: ModuleSource): readonly Mutant<ModuleSource>[] {
  return blockListMutants(blocks, '').map(({ value, ...mutant }) => ({
    ...mutant,
    value: { blocks: value },
  }));
}

function blockListMutants(
  blocks: readonly SourceBlock[],
  above: string,
): Mutant<readonly SourceBlock[]>[] {
  return blocks.flatMap((block, index) => {
    const path = `${above}${[block.type, ...block.labels].join('.')}`;
    return [
      { path: `${path}!`, says: 'the block is gone', value: without(blocks, index) },
      ...within(blockMutants(block, path), (changed) => replaced(blocks, index, changed)),
    ];
  });
}

function blockMutants(block: SourceBlock, path: string): Mutant<SourceBlock>[] {
  const labels = block.labels.map((label, index) => ({
    path,
    says: `its label is "${label}x"`,
    value: { ...block, labels: replaced(block.labels, index, `${label}x`) },
  }));
  return [...labels, ...within(bodyMutants(block.body, path), (body) => ({ ...block, body }))];
}

function bodyMutants(body: SourceBody, path: string): Mutant<SourceBody>[] {
  const attributes = body.attributes.flatMap((attribute, index): Mutant<SourceBody>[] => {
    const at = `${path}.${attribute.name}`;
    const put = (changed: typeof attribute): SourceBody => ({
      ...body,
      attributes: replaced(body.attributes, index, changed),
    });
    return [
      {
        path: `${at}!`,
        says: 'the argument is gone',
        value: { ...body, attributes: without(body.attributes, index) },
      },
      ...within(expressionMutants(attribute.value, at), (value) => put({ ...attribute, value })),
    ];
  });
  const blocks = within(blockListMutants(body.blocks, `${path}.`), (changed) => ({
    ...body,
    blocks: changed,
  }));
  return [...attributes, ...blocks];
}

function expressionMutants(expression: Expression, path: string): Mutant<Expression>[] {
  const one = (says: string, value: Expression): Mutant<Expression> => ({ path, says, value });
  switch (expression.kind) {
    case 'literal':
      return literalMutants(expression, path);
    case 'variable': {
      const name = `${expression.name}x`;
      return [one(`it refers to "${name}"`, { ...expression, name })];
    }
    case 'attribute': {
      const name = `${expression.name}x`;
      return [
        one(`it refers to "${name}"`, { ...expression, name }),
        ...within(expressionMutants(expression.object, path), (object) => ({
          ...expression,
          object,
        })),
      ];
    }
    case 'index':
      return [
        ...within(expressionMutants(expression.object, path), (object) => ({
          ...expression,
          object,
        })),
        ...within(expressionMutants(expression.key, path), (key) => ({ ...expression, key })),
      ];
    case 'call': {
      const name = `${expression.name}x`;
      return [
        one(`it calls "${name}"`, { ...expression, name }),
        ...expression.args.flatMap((arg, index) =>
          within(expressionMutants(arg, path), (changed) => ({
            ...expression,
            args: replaced(expression.args, index, changed),
          })),
        ),
      ];
    }
    case 'template':
      return expression.parts.flatMap((part, index) =>
        within(expressionMutants(part, path), (changed) => ({
          ...expression,
          parts: replaced(expression.parts, index, changed),
        })),
      );
    case 'tuple':
      return expression.items.flatMap((item, index) => [
        {
          path: `${path}[${index}]!`,
          says: 'the element is gone',
          value: { ...expression, items: without(expression.items, index) },
        },
        ...within(expressionMutants(item, `${path}[${index}]`), (changed) => ({
          ...expression,
          items: replaced(expression.items, index, changed),
        })),
      ]);
    case 'object':
      return expression.entries.flatMap((entry, index) => {
        const key = entry.key.kind === 'literal' ? String(entry.key.value) : '*';
        const at = `${path}.${key}`;
        return [
          {
            path: `${at}!`,
            says: 'the entry is gone',
            value: { ...expression, entries: without(expression.entries, index) },
          },
          ...within(expressionMutants(entry.value, at), (value) => ({
            ...expression,
            entries: replaced(expression.entries, index, { ...entry, value }),
          })),
        ];
      });
    case 'binary':
      return [
        ...within(expressionMutants(expression.left, path), (left) => ({ ...expression, left })),
        ...within(expressionMutants(expression.right, path), (right) => ({
          ...expression,
          right,
        })),
      ];
    default:
      // The compiler writes no other kind; one that it begins to write is to be mutated too.
      throw new Error(`no mutants are made of a ${expression.kind}`);
  }
}

function literalMutants(
  literal: Extract<Expression, { kind: 'literal' }>,
  path: string,
): Mutant<Expression>[] {
  const { value } = literal;
  const other =
    typeof value === 'string'
      ? `${value}x`
      : typeof value === 'number'
        ? value + 1
        : typeof value === 'boolean'
          ? !value
          : 'x';
  return [{ path, says: `it is ${JSON.stringify(other)}`, value: { ...literal, value: other } }];
}
