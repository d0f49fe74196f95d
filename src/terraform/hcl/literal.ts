/** Quoted texts and heredocs. */
import * as build from '../syntax/build.js';
import type { Expression } from '../syntax/expression.js';
import type { Cst } from './cst.js';
import { type HclSource, placeOf } from './source.js';
import { assemble } from './template.js';
import { type ReadExpression, templateTokens, withoutIndent } from './template-tokens.js';

/** A quoted text without interpolations, at the place of its quotes. */
export function readQuoted(node: Cst, source: HclSource): Expression {
  const content = [node.start + 1, Math.max(node.start + 1, node.end - 1)] as const;
  const [token] = templateTokens(node, content, 'quoted', source, () =>
    build.literal('', placeOf(source, node)),
  );
  return build.literal(token?.kind === 'text' ? token.text : '', placeOf(source, node));
}

/** A quoted template or a heredoc. */
export function readTemplateNode(node: Cst, source: HclSource, read: ReadExpression): Expression {
  const at = placeOf(source, node);
  if (node.type === 'heredoc_template') return readHeredoc(node, source, read);
  const content = [node.start + 1, node.end - 1] as const;
  return assemble(templateTokens(node, content, 'quoted', source, read), at, source);
}

/** The content of a heredoc is whole lines: from the one after its opening to the one before its closing. */
function readHeredoc(node: Cst, source: HclSource, read: ReadExpression): Expression {
  const [opening, closing] = node.children.filter(({ type }) => type === 'heredoc_identifier');
  const { text } = source;
  const start = text.indexOf('\n', opening?.end ?? node.start) + 1;
  const end = text.lastIndexOf('\n', (closing?.start ?? node.end) - 1) + 1;
  const tokens = templateTokens(node, [start, Math.max(start, end)], 'lines', source, read);
  const indented = text.startsWith('<<-', node.start);
  return assemble(indented ? withoutIndent(tokens) : tokens, placeOf(source, node), source);
}
