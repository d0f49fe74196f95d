/** Expressions in Terraform's JSON syntax: data stays data, everything else is text between `${` and `}`. */
import type { Expression } from './expression.js';
import { printExpression } from './print.js';

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** In JSON syntax every string is a template, object keys included. */
export const escapeTemplate = (text: string): string => text.replace(/([$%])\{/g, '$1$1{');

/** The JSON of an expression. Text is escaped once, here, so that it reaches Terraform as text. */
export function toJson(expression: Expression): Json {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string'
        ? escapeTemplate(expression.value)
        : expression.value;
    case 'tuple':
      return expression.items.map(toJson);
    case 'object':
      return Object.fromEntries(
        expression.entries.map(({ key, value }) => [keyText(key), toJson(value)]),
      );
    case 'template':
      return expression.parts
        .map((part) =>
          part.kind === 'literal' ? escapeTemplate(String(part.value)) : interpolation(part),
        )
        .join('');
    default:
      return interpolation(expression);
  }
}

const interpolation = (expression: Expression): string => `\${${printExpression(expression)}}`;

const keyText = (key: Expression): string =>
  key.kind === 'literal' ? escapeTemplate(String(key.value)) : interpolation(key);
