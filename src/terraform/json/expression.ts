/** Expressions in JSON: texts are templates, everything else is what it is. */
import { type Span, span } from '../../source/span.js';
import * as build from '../syntax/build.js';
import type { Expression } from '../syntax/expression.js';
import type { TemplateReader } from '../syntax/reader.js';
import { parseTraversal } from '../syntax/traversal.js';
import type { JsonNode } from './text.js';

export interface JsonExpressions {
  /** The value of an argument. */
  readonly expression: (node: JsonNode) => Expression;
  /** Data in which texts are texts: defaults of variables, versions, addresses. */
  readonly literal: (node: JsonNode) => Expression;
  /** A text that is an expression itself, such as the type of a variable. */
  readonly bare: (node: JsonNode) => Expression;
}

/** A reference as the whole of a template needs no HCL parser. */
const ONLY_INTERPOLATION = /^\$\{\s*([^\s{}"]+|[^\s{}]*\["[^"\\{}]*"\][^\s{}]*)\s*\}$/;

/** `onUnreadable` is told of templates that cannot be read. */
export function jsonExpressions(
  read: TemplateReader | undefined,
  onUnreadable: (at: Span) => void,
): JsonExpressions {
  const unreadable = (at: Span): Expression => {
    onUnreadable(at);
    return { kind: 'variable', name: 'unreadable', at };
  };

  const template = (text: string, at: Span): Expression => {
    if (!/[$%]\{/.test(text)) return build.literal(text, at);
    const content = contentPlace(text, at);
    const inner = ONLY_INTERPOLATION.exec(text)?.[1];
    const reference = inner && parseTraversal(inner, innerPlace(text, inner, content));
    if (reference) return reference;
    const unescaped = text.replace(/([$%])\1\{/g, '');
    if (!/[$%]\{/.test(unescaped)) return build.literal(text.replace(/([$%])\1\{/g, '$1{'), at);
    return read?.(text, content) ?? unreadable(at);
  };

  const walk = (node: JsonNode, onText: (text: string, at: Span) => Expression): Expression => {
    switch (node.kind) {
      case 'array':
        return build.list(
          node.items.map((item) => walk(item, onText)),
          node.at,
        );
      case 'object':
        return {
          kind: 'object',
          entries: node.entries.map(({ name, key, value }) => ({
            key: onText(name, key),
            value: walk(value, onText),
          })),
          at: node.at,
        };
      case 'scalar':
        return typeof node.value === 'string'
          ? onText(node.value, node.at)
          : build.literal(node.value, node.at);
    }
  };

  return {
    expression: (node) => walk(node, template),
    literal: (node) => walk(node, build.literal),
    bare(node) {
      if (node.kind !== 'scalar' || typeof node.value !== 'string')
        return walk(node, build.literal);
      const { value: text, at } = node;
      if (/^\$\{.*\}$/s.test(text)) return template(text, at);
      return parseTraversal(text, at) ?? read?.(`\${${text}}`, at) ?? build.literal(text, at);
    },
  };
}

/** The place between the quotes, where the text stands there unescaped; else that of the whole. */
const contentPlace = (text: string, at: Span): Span =>
  at.end - at.start === text.length + 2 ? span(at.file, at.start + 1, at.end - 1) : at;

/** The place of what is interpolated. */
function innerPlace(text: string, inner: string, content: Span): Span {
  if (content.end - content.start !== text.length) return content;
  const start = content.start + text.indexOf(inner, 2);
  return span(content.file, start, start + inner.length);
}
