/**
 * Strings of a policy are data. `${`, `%{` and `{{` are escaped where they
 * reach Terraform or Helm; what no escape can keep as text is refused here.
 */
import type { Finding } from '../diagnostics/finding.js';
import type { Span } from '../source/span.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';

/** cdktf resolves this marker to another value of the stack whatever surrounds it: facts/cdktf.md section 4. */
const TOKEN = /TfToken\[/;
/** Below this cdktf takes numbers for references to other values. */
const GREATEST = 1e15;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Findings for text and numbers that would not arrive as they are written. */
export function checkText(policy: Value): readonly Finding[] {
  const findings: Finding[] = [];
  visit(policy, (text, at) => {
    if (typeof text === 'number') {
      if (Math.abs(text) > GREATEST) findings.push(tooGreat(text, at));
    } else if (TOKEN.test(text))
      findings.push({
        rule: 'template-in-text',
        severity: 'error',
        message: `"TfToken[" in "${shorten(text)}" would be run by cdktf as a reference to another value`,
        at,
        help: 'write the text without "TfToken["; a Terraform value is said as { terraform: ... }',
      });
    else if (CONTROL.test(text))
      findings.push({
        rule: 'suspicious-character',
        severity: 'error',
        message: `a control character stands in "${shorten(text)}"`,
        at,
        help: 'remove it; no Terraform or Kubernetes value holds one',
      });
  });
  return findings;
}

const tooGreat = (value: number, at: Span): Finding => ({
  rule: 'template-in-text',
  severity: 'error',
  message: `${value} is a number that cdktf may take for a reference to another value`,
  at,
  help: `write a number between -${GREATEST} and ${GREATEST}`,
});

const shorten = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are made visible
  (text.length > 40 ? `${text.slice(0, 40)}...` : text).replace(/[\u0000-\u001f\u007f]/g, '?');

function visit(value: Value, text: (scalar: string | number, at: Span) => void): void {
  if (isUnknown(value)) return;
  const data = value.value;
  if (typeof data === 'string' || typeof data === 'number') text(data, value.from.at);
  else if (isList(data)) for (const item of data) visit(item, text);
  else if (isMap(data))
    for (const [key, item] of data) {
      text(key, ('key' in item && item.key) || item.from.at);
      visit(item, text);
    }
}
