/** What can be told of a reference, or from the term of an unknown, about where it comes from. */
import type { Unknown } from '../../value/value.js';
import type { Expression } from '../syntax/expression.js';

const NAME = '[A-Za-z_][\\w-]*';
const KEY = '(?:\\[(?:\\d+|"(?:[^"\\\\]|\\\\.)*")\\])?';
const RESOURCE_TYPE = '[a-z][a-z0-9]*_[\\w-]*';
const ATTRIBUTE = new RegExp(
  `^(?:module\\.${NAME}${KEY}\\.)*(?:data\\.)?${RESOURCE_TYPE}\\.${NAME}${KEY}\\.${NAME}$`,
);

/**
 * Whether the unknown is an attribute of a resource that exists: reading it
 * cannot fail, as the provider's schema declares it.
 */
export const isDefiniteReference = ({ unknown, term, hinges, failed }: Unknown): boolean =>
  unknown !== 'limit' && hinges === undefined && failed === undefined && ATTRIBUTE.test(term);

/**
 * Whether an expression is a variable, a local, an output or an attribute of a
 * resource, and no part of one: where computing it fails, it fails where it is
 * written, and not where it is referred to.
 */
export function isWholeReference(e: Expression): boolean {
  const names: string[] = [];
  let current = e;
  for (; current.kind !== 'variable'; current = current.object) {
    if (current.kind === 'attribute') names.unshift(current.name);
    else if (current.kind !== 'index' || current === e || current.key.kind !== 'literal')
      return false;
    if (current.kind === 'index' && current.object.kind === 'index') return false;
  }
  const { name } = current;
  if (name === 'var' || name === 'local')
    return names.length === 1 && e.kind === 'attribute' && e.object === current;
  return (
    names.length === (name === 'data' ? 3 : 2) &&
    (/_/.test(name) || name === 'module' || name === 'data')
  );
}
