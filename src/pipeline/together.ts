/**
 * Terraform roots that were given together, as one: a root of our own that
 * calls each of them as a module, so that what they say stays apart.
 */

import { span } from '../source/span.js';
import type { FileAccess } from '../terraform/evaluate/evaluate.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { ModuleSource, SourceAttribute, SourceBlock } from '../terraform/syntax/module.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';
import type { TerraformRoot } from './terraform.js';
import type { TerraformTexts } from './texts.js';

export interface ReadRoot {
  readonly texts: TerraformTexts;
  readonly root: TerraformRoot;
}

/** What is evaluated: one root as it is, or several as calls of one. */
export interface Evaluable {
  readonly module: ModuleSource;
  readonly variables: ReadonlyMap<string, Value>;
  readonly folder: (directory: string) => ModuleSource | undefined;
  readonly access: FileAccess;
}

export function together(roots: readonly ReadRoot[]): Evaluable | undefined {
  const [first, second] = roots;
  if (first === undefined) return undefined;
  if (second === undefined) {
    const { module, variables, folder } = first.root;
    return { module, variables, folder, access: first.texts.access };
  }
  return {
    module: { blocks: roots.map(callOf) },
    variables: new Map(),
    folder: (directory) => inRoot(roots, directory, ({ root }, path) => root.folder(path)),
    access: {
      read: (path) => inRoot(roots, path, ({ texts }, inner) => texts.access.read(inner)),
      list: (path) => inRoot(roots, path, ({ texts }, inner) => texts.access.list(inner)),
      nameOf: (path) =>
        inRoot(roots, path, ({ texts }, inner) => texts.access.nameOf?.(inner)) ?? path,
    },
  };
}

/** Folder names that stand for `/` and `..`, which a path within our own root cannot have. */
const keyOf = ({ texts: { directory } }: ReadRoot): string =>
  `given/${directory.replace(/^\//, 'top/').replaceAll('..', 'up')}`.replace(/\/\.$/, '/here');

function callOf(read: ReadRoot, index: number): SourceBlock {
  const { texts, root } = read;
  const file = texts.files[0]?.file ?? '';
  const at = span(file, 0, 0);
  const source: SourceAttribute = {
    name: 'source',
    key: at,
    value: { kind: 'literal', value: `./${keyOf(read)}`, at },
  };
  const given = [...root.variables].map(
    ([name, value]): SourceAttribute => ({ name, key: value.from.at, value: written(value) }),
  );
  const label =
    texts.directory
      .split('/')
      .at(-1)
      ?.replace(/[^\w-]/g, '_') || 'root';
  return {
    type: 'module',
    labels: [`${label.replace(/^_+$/, 'root')}${index === 0 ? '' : `_${index + 1}`}`],
    body: { attributes: [source, ...given], blocks: [] },
    at,
  };
}

/** A value of a variable as an expression at its place. */
function written(value: Value): Expression {
  const { at } = value.from;
  if (isUnknown(value)) return { kind: 'variable', name: value.term, at };
  const data = value.value;
  if (isList(data)) return { kind: 'tuple', items: data.map(written), at };
  if (isMap(data))
    return {
      kind: 'object',
      entries: [...data].map(([key, item]) => ({
        key: { kind: 'literal', value: key, at },
        value: written(item),
      })),
      at,
    };
  return { kind: 'literal', value: data, at };
}

/** What the root says in which a path lies: the one whose folder is deepest. */
function inRoot<T>(
  roots: readonly ReadRoot[],
  path: string,
  then: (read: ReadRoot, inner: string) => T | undefined,
): T | undefined {
  const own = roots
    .map((read) => ({ read, key: keyOf(read) }))
    .filter(({ key }) => path === key || path.startsWith(`${key}/`))
    .sort((a, b) => b.key.length - a.key.length)[0];
  return own === undefined ? undefined : then(own.read, path.slice(own.key.length + 1) || '.');
}
