/** Waves as one HTML page: the verdict first, the wave as a drawing, every pool in numbers, what to change. */
import type { PoolOutcome } from '../../simulate/outcome.js';
import type { Ran } from '../../simulate/policy.js';
import type { SweepRow } from '../../simulate/sweep.js';
import type { Tone } from '../ownership.js';
import {
  adviceLines,
  bottleneck,
  counted,
  grouped,
  leastText,
  needsText,
  percent,
  SENTENCES,
  seconds,
  verdictOf,
  type WaveReport,
  type WaveVerdict,
} from '../simulate/words.js';
import type { Sources } from '../sources.js';
import { drainHtml } from './drains.js';
import { type Html, html } from './markup.js';
import { pageHtml } from './page.js';
import { legendHtml, waveSvg } from './wave.js';
import { badge, breakable } from './words.js';

const TONES: Readonly<Record<WaveVerdict, Tone>> = {
  fits: 'good',
  'does not fit': 'error',
  'nothing to reclaim': 'dim',
  undetermined: 'warning',
};

/** A whole document; nothing in it is loaded from anywhere. */
export function simulatePage(reports: readonly WaveReport[], sources: Sources): string {
  const [first, second] = reports;
  const title = first === undefined || second !== undefined ? 'Interruption waves' : first.file;
  const [verdict, tone] = overall(reports);
  return pageHtml(
    `${title} · Interlock`,
    html`
<header class="top">
<p class="brand"><b>Interlock</b> whether a full Spot reclaim fits its two minutes</p>
<h1>${breakable(title)}</h1>
<p class="verdict ${tone}">${badge(tone, verdict)} ${second === undefined && first !== undefined ? SENTENCES[verdictOf(first)] : undefined}</p>
</header>
<main id="result" tabindex="-1">${reports.map((report, index) => reportHtml(report, sources, `w${index + 1}`))}
</main>
`,
  );
}

function overall(reports: readonly WaveReport[]): readonly [says: string, tone: Tone] {
  const [first, second] = reports;
  if (first !== undefined && second === undefined)
    return [verdictOf(first), TONES[verdictOf(first)]];
  const bad = reports.filter((report) => !['good', 'dim'].includes(TONES[verdictOf(report)]));
  return bad.length === 0
    ? ['every wave fits', 'good']
    : [`${bad.length} of ${counted(reports.length, 'wave')} do not fit`, 'error'];
}

/** One policy's wave, to stand alone or in another report. */
export function reportHtml(report: WaveReport, sources: Sources, id: string): Html {
  const { file, ran, spared, taken } = report;
  const verdict = verdictOf(report);
  return html`
<section class="configuration" aria-labelledby="${id}">
<h2 id="${id}">${breakable(file)} ${badge(TONES[verdict], verdict)}</h2>
${ran === undefined ? html`<p>${SENTENCES[verdict]}</p>` : ranHtml(ran, sources, id)}
${part(
  'Left alone',
  spared.map(({ name, because }) => html`<b>${breakable(name)}</b>: ${because}`),
)}
${part('Taken for granted', ran === undefined ? [] : taken)}
</section>`;
}

function part(title: string, lines: readonly (Html | string)[]): Html | undefined {
  if (lines.length === 0) return undefined;
  return html`
<div class="part"><h3>${title}</h3>
<ul class="plain">${lines.map(
    (line) => html`<li>${line}</li>
`,
  )}</ul></div>`;
}

function ranHtml(ran: Ran, sources: Sources, id: string): Html {
  const { wave, outcome, sweep, timelines, title } = ran;
  const { nodes, pods } = outcome;
  return html`
<p>${counted(nodes, 'node')} with ${counted(pods, 'pod')} ${wave.spread > 0 ? `within ${wave.spread} s` : 'at once'}: <b>${needsText(ran)}</b>;
<span class="about">${leastText(ran)}.</span></p>
<figure class="wave">
<figcaption><b>The wave</b>, from the first notice on; right of the red line is what would have come too late</figcaption>
${waveSvg({ outcome, notice: wave.notice, spread: wave.spread, id: `${id}-wave`, label: `${grouped(outcome.inTime)} of ${counted(pods, 'pod')} end in time` })}${legendHtml(outcome)}
</figure>
${poolsHtml(ran)}
${part('What to change', adviceLines(ran))}
${sweepHtml(sweep)}
${
  timelines.length === 0
    ? undefined
    : html`<div class="part"><h3>One drain alone</h3>
<p class="about">Each step at its longest, when nothing else is drained beside it.</p>
${timelines.map((line, index) => drainHtml([line], { title, sources, id: `${id}-drain-${index + 1}` }))}</div>`
}`;
}

function poolsHtml({ wave, outcome }: Ran): Html {
  const rows = outcome.pools.map((pool, index) =>
    poolRow(pool, bottleneck(pool, wave.drainers[wave.pools[index]?.drainer ?? 0])),
  );
  return html`
<div class="scroll" role="region" aria-label="Pools" tabindex="0"><table class="numbers">
<thead><tr><th scope="col">Pool</th><th scope="col">Nodes</th><th scope="col">Drained</th><th scope="col">Pods</th><th scope="col">In time</th><th scope="col">Cut off</th><th scope="col">Volume still attached</th><th scope="col">Killed early</th><th scope="col">Half ended</th><th scope="col">95 %</th><th scope="col">99 %</th><th scope="col">Last</th><th scope="col" class="words">Most of the waiting is for</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function poolRow(pool: PoolOutcome, waitsFor: string): Html {
  const { name, drainer, nodes, drained, pods, inTime, cutOff, waiting, killed, ends } = pool;
  const tone = inTime === pods ? 'good' : 'error';
  return html`<tr><th scope="row">${breakable(name)} <span class="about">drained by ${breakable(drainer)}</span></th><td>${grouped(nodes)}</td><td>${grouped(drained)}</td><td>${grouped(pods)}</td><td>${grouped(inTime)} ${badge(tone, percent(inTime, pods))}</td><td>${grouped(cutOff)}</td><td>${grouped(waiting)}</td><td>${grouped(killed)}</td><td>${seconds(ends.p50)}</td><td>${seconds(ends.p95)}</td><td>${seconds(ends.p99)}</td><td>${seconds(ends.last)}</td><td class="words">${waitsFor}</td></tr>
`;
}

function sweepHtml(rows: readonly SweepRow[]): Html | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const names = Object.keys(first.settings);
  const body = rows.map(
    ({ settings, inTime, pods, needs, least, fits, best }) =>
      html`<tr>${Object.values(settings).map((value) => html`<td>${value}</td>`)}<td>${grouped(inTime)} of ${grouped(pods)}</td><td>${seconds(needs)}</td><td>${seconds(least)}</td><td>${badge(fits ? 'good' : 'error', fits ? 'fits' : 'does not fit')}${best === true ? html` <b>best</b>` : undefined}</td></tr>
`,
  );
  return html`
<div class="part"><h3>The same wave otherwise</h3>
<div class="scroll" role="region" aria-label="Other settings" tabindex="0"><table class="numbers">
<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">Pods in time</th><th scope="col">Needs</th><th scope="col">At best</th><th scope="col">Verdict</th></tr></thead>
<tbody>${body}</tbody></table></div></div>`;
}
