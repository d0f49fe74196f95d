/** Findings at their code, by severity. */
import type { Finding, Related, Severity } from '../../diagnostics/finding.js';
import { positionAt } from '../../source/text.js';
import type { Sources } from '../sources.js';
import { excerptHtml } from './excerpt.js';
import { type Html, html } from './markup.js';
import { badge, breakable } from './words.js';

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];
const HEADINGS: Readonly<Record<Severity, string>> = {
  error: 'Errors',
  warning: 'Warnings',
  note: 'Notes',
};

export function findingsHtml(findings: readonly Finding[], sources: Sources): Html {
  if (findings.length === 0) return html`<p>Nothing was found.</p>`;
  return html`${SEVERITIES.map((severity) => {
    const own = findings.filter((finding) => finding.severity === severity);
    if (own.length === 0) return undefined;
    return html`
<div class="part">
<h3>${HEADINGS[severity]} <span class="count">${own.length}</span></h3>
${own.map((finding) => findingHtml(finding, sources))}
</div>`;
  })}`;
}

function findingHtml(finding: Finding, sources: Sources): Html {
  const { at, severity, message, rule, related, help, fix } = finding;
  const { line, column } = positionAt(sources(at.file), at.start);
  return html`
<article class="finding ${severity}">
<h4>${badge(severity, severity)} <span class="message">${message}</span></h4>
<p class="where"><code>${breakable(`${at.file}:${line}:${column}`)}</code> <code class="rule">${rule}</code></p>
${excerptHtml(at, sources, 'subject')}
${(related ?? []).map((other) => relatedHtml(other, finding, sources))}
${help === undefined ? undefined : html`<p class="help"><b>Help</b> ${help}</p>`}
${fix === undefined ? undefined : html`<p class="help"><b>${fix.safety === 'safe' ? 'Safe fix' : 'Fix to review'}</b> ${fix.title}</p>`}
</article>`;
}

/** The other end; its code is shown unless it is the finding's own. */
function relatedHtml({ at, message }: Related, finding: Finding, sources: Sources): Html {
  const { line } = positionAt(sources(at.file), at.start);
  const isOwn = at.file === finding.at.file && at.start === finding.at.start;
  return html`<p class="related"><code>${breakable(`${at.file}:${line}`)}</code> ${message}</p>
${isOwn ? undefined : excerptHtml(at, sources, 'related')}`;
}
