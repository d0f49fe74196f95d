/**
 * The code that a finding points at: its own lines and no others, since a line
 * beside them may hold what nobody wants in a report.
 */
import type { Span } from '../../source/span.js';
import { lineText, positionAt } from '../../source/text.js';
import type { Sources } from '../sources.js';
import { type Html, html } from './markup.js';

/** More lines than this say no more than the first ones. */
const MAX_LINES = 6;

/** Of a longer line, what stands around the range is shown. */
const MAX_COLUMNS = 200;
const BEFORE = 40;

/** Undefined where the file is none that somebody gave. */
export function excerptHtml(
  at: Span,
  sources: Sources,
  kind: 'subject' | 'related',
): Html | undefined {
  const source = sources(at.file);
  if (source.text === '') return undefined;
  const start = positionAt(source, at.start);
  const end = positionAt(source, Math.max(at.start, at.end));
  const last = Math.min(end.line, start.line + MAX_LINES - 1);
  const lines: Html[] = [];
  for (let line = start.line; line <= last; line++) {
    const text = lineText(source, line);
    const from = line === start.line ? start.column - 1 : 0;
    const to = line === end.line ? end.column - 1 : text.length;
    lines.push(lineHtml(line, text, from, Math.max(from, Math.min(to, text.length))));
  }
  const more = end.line - last;
  return html`<pre class="code ${kind}"><code>${lines}${
    more > 0
      ? html`<span class="line"><i></i><span class="cut">and ${more} more lines</span></span>`
      : undefined
  }</code></pre>`;
}

function lineHtml(line: number, text: string, from: number, to: number): Html {
  const cut = text.length > MAX_COLUMNS ? Math.max(0, from - BEFORE) : 0;
  const stop = Math.min(text.length, cut + MAX_COLUMNS);
  const tab = (part: string): string => part.replaceAll('\t', '  ');
  const before = text.slice(cut, from);
  const marked = text.slice(from, Math.min(to, stop));
  const after = text.slice(Math.min(to, stop), stop);
  return html`<span class="line"><i>${line}</i><span>${cut > 0 ? '…' : ''}${tab(before)}<mark>${tab(marked)}</mark>${tab(after)}${stop < text.length ? '…' : ''}</span></span>`;
}
