/** The report as one HTML page: the verdict first, then who handles what, then the findings at their code. */
import type { Severity } from '../../diagnostics/finding.js';
import type { Proof } from '../../model/expect.js';
import type { Tone } from '../ownership.js';
import { type ProvedConfiguration, worst } from '../proof.js';
import { type Report, shownFindings } from '../report.js';
import { configurationHtml, TONES } from './configuration.js';
import { findingsHtml, SEVERITIES } from './findings.js';
import { type Html, html } from './markup.js';
import { pageHtml } from './page.js';
import { badge, breakable, counted } from './words.js';

export type ReportInput = Pick<
  Report,
  'command' | 'configurations' | 'findings' | 'sources' | 'complete'
>;

const SENTENCES: Readonly<Record<Proof, string>> = {
  proved: 'Every event that matters has exactly one handler on every pool.',
  refuted: 'On some pool an event has two handlers, none, or another than the policy wants.',
  undetermined: 'What would decide it is not in sight.',
};

/** A whole document; nothing in it is loaded from anywhere. */
export function reportPage(input: ReportInput): string {
  const [first, second] = input.configurations;
  const title = first === undefined || second !== undefined ? 'Interruptions' : first.root;
  return pageHtml(
    `${title} · Interlock`,
    html`${headerHtml(input, title)}
<main id="result" tabindex="-1">${reportHtml(input)}</main>
`,
  );
}

/** The report without its page: what the playground shows, too. */
export function reportHtml(input: ReportInput): Html {
  const { command, configurations, sources } = input;
  const found = foundHtml(input);
  const owned = html`${configurations.length < 2 ? undefined : contentsHtml(configurations)}
${configurations.map((one, i) => configurationHtml(one, sources, `c${i + 1}`))}`;
  return command === 'lint' ? html`${found}${owned}` : html`${owned}${found}`;
}

const foundHtml = (input: ReportInput): Html => html`
<section class="findings" aria-labelledby="findings"><h2 id="findings">Findings</h2>
${
  input.complete
    ? undefined
    : html`<p>${badge('warning', 'incomplete')} Something that was given could not be read to its end.</p>`
}
${findingsHtml(shownFindings(input), input.sources)}
</section>`;

function headerHtml(input: ReportInput, title: string): Html {
  const { command, configurations } = input;
  const pools = configurations.reduce((sum, one) => sum + one.pools.length, 0);
  const [headline, tone] = command === 'lint' ? foundLine(input) : provedLine(input);
  return html`
<header class="top">
<p class="brand"><b>Interlock</b> ${command === 'lint' ? 'what is wrong with how nodes go' : 'who handles which interruption'}</p>
<h1>${breakable(title)}</h1>
<p class="verdict ${tone}">${headline}</p>
<p class="about">${counted(configurations.length, 'configuration')}, ${counted(pools, 'pool')}${
    command === 'lint' ? undefined : `, ${countedFindings(input)}`
  }</p>
</header>
`;
}

type Line = readonly [headline: Html, tone: Tone];

function provedLine({ configurations }: ReportInput): Line {
  const verdict = worst(configurations.map(({ proof }) => proof));
  const tone = TONES[verdict];
  const says = configurations.length === 0 ? 'Nothing to judge was found.' : SENTENCES[verdict];
  return [html`${badge(tone, verdict)} ${says}`, tone];
}

function foundLine(input: ReportInput): Line {
  const tone = SEVERITIES.find((one) => ofSeverity(input, one) > 0) ?? 'good';
  return [badge(tone, countedFindings(input)), tone];
}

const ofSeverity = (input: ReportInput, severity: Severity): number =>
  shownFindings(input).filter((finding) => finding.severity === severity).length;

function countedFindings(input: ReportInput): string {
  const parts = SEVERITIES.map((one) => [one, ofSeverity(input, one)] as const).flatMap(
    ([severity, count]) => (count === 0 ? [] : [counted(count, severity)]),
  );
  return parts.length === 0 ? 'nothing found' : parts.join(', ');
}

const contentsHtml = (configurations: readonly ProvedConfiguration[]): Html => html`
<nav aria-label="Configurations"><ul class="contents">${configurations.map(
  ({ root, cluster, proof }, i) =>
    html`<li><a href="#c${i + 1}">${breakable(root)}${cluster === '' ? undefined : html` <span class="about">${breakable(cluster)}</span>`}</a> ${badge(TONES[proof], proof)}</li>`,
)}</ul></nav>`;
