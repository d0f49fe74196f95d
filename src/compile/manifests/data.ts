/** Expressions without anything that only Terraform knows, as data; and data as YAML, in which every text stays text. */
import { stringify } from 'yaml';
import type { Expression } from '../../terraform/syntax/expression.js';

export type Data =
  | string
  | number
  | boolean
  | null
  | readonly Data[]
  | { readonly [key: string]: Data };

/** Literals, lists, objects and texts made of them; whatever else there is would be Terraform's to know. */
export function dataOf(expression: Expression): Data {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'tuple':
      return expression.items.map(dataOf);
    case 'object':
      return Object.fromEntries(
        expression.entries.map(({ key, value }) => [String(dataOf(key)), dataOf(value)]),
      );
    case 'template':
      return expression.parts
        .map((part) => (typeof part === 'string' ? part : String(dataOf(part))))
        .join('');
    default:
      return null;
  }
}

/** One document of YAML for each. */
export const yamlOf = (documents: readonly unknown[]): string =>
  documents.map((one) => stringify(one, { lineWidth: 0 })).join('---\n');
