/** A wave for people at a terminal: whether it fits, where it stands still, what to change. */
import type { PoolOutcome } from '../../simulate/outcome.js';
import type { Ran } from '../../simulate/policy.js';
import type { SweepRow } from '../../simulate/sweep.js';
import { pad, type Style, visible } from '../terminal.js';
import { drainChart, waveChart } from './chart.js';
import {
  adviceLines,
  afterNotice,
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
} from './words.js';

export function simulateText(report: WaveReport, style: Style): string {
  const { file, ran, spared, taken } = report;
  const verdict = verdictOf(report);
  const paint =
    verdict === 'fits' ? style.good : verdict === 'does not fit' ? style.error : style.dim;
  const lines = [
    `${style.bold(visible(file))}: ${paint(verdict)}`,
    `  ${SENTENCES[verdict]}`,
    ...(ran === undefined ? [] : ranText(ran, style)),
    ...(spared.length === 0
      ? []
      : ['', ...spared.map(({ name, because }) => style.dim(`  ${visible(name)}: ${because}`))]),
    ...section('taken for granted', ran === undefined ? [] : taken.map(visible), style),
  ];
  return `${lines.join('\n')}\n`;
}

function ranText(ran: Ran, style: Style): readonly string[] {
  const { wave, outcome, sweep, timelines } = ran;
  return [
    `  ${counted(outcome.nodes, 'node')} with ${counted(outcome.pods, 'pod')} ${wave.spread > 0 ? `within ${wave.spread} s` : 'at once'}: ${needsText(ran)}`,
    `  ${style.dim(leastText(ran))}`,
    ...outcome.pools.flatMap((pool, index) =>
      poolText(pool, bottleneck(pool, wave.drainers[wave.pools[index]?.drainer ?? 0]), style),
    ),
    '',
    ...waveChart(ran, style).map((line) => `  ${line}`.trimEnd()),
    ...section(
      'what to change',
      adviceLines(ran).map((line) => `- ${line}`),
      style,
    ),
    ...section('the same wave otherwise', sweepText(sweep), style),
    ...timelines.flatMap((line) =>
      section(`one drain of ${visible(line.pool.id)}, alone`, drainChart(line, style), style),
    ),
  ];
}

function poolText(pool: PoolOutcome, waitsFor: string, style: Style): readonly string[] {
  const { name, drainer, nodes, drained, pods, inTime, cutOff, waiting, killed, ends } = pool;
  const paint = inTime === pods ? style.good : style.error;
  const late = [
    ...(cutOff > 0 ? [`${grouped(cutOff)} cut off when the node goes`] : []),
    ...(waiting > 0 ? [`${grouped(waiting)} ended with a volume still attached`] : []),
    ...(killed > 0 ? [`${grouped(killed)} killed before they were done`] : []),
  ];
  return [
    '',
    `  ${style.bold(visible(name))} ${style.dim(`${counted(nodes, 'node')}, drained by ${visible(drainer)}`)}`,
    `    ${paint(`${grouped(inTime)} of ${counted(pods, 'pod')} in time`)} (${percent(inTime, pods)})${late.length === 0 ? '' : `, ${late.join(', ')}`}`,
    `    pods end: half of them ${afterNotice(ends.p50)}, 95 % ${afterNotice(ends.p95)}, 99 % ${afterNotice(ends.p99)}, the last ${afterNotice(ends.last)}`,
    `    ${grouped(drained)} of ${counted(nodes, 'node')} drained to the end`,
    `    most of the waiting is for ${waitsFor}`,
    ...kindsText(pool),
  ];
}

/** Workloads apart, where there are several; those that suffer most first. */
function kindsText({ kinds }: PoolOutcome): readonly string[] {
  if (kinds.length < 2) return [];
  const late = kinds
    .filter(({ pods, inTime }) => inTime < pods)
    .toSorted((a, b) => b.pods - b.inTime - (a.pods - a.inTime));
  const shown = late.slice(0, 5).map(({ name, pods, inTime }) => {
    return `      ${visible(name)}: ${grouped(pods - inTime)} of ${grouped(pods)} too late`;
  });
  return late.length > 5 ? [...shown, `      and ${late.length - 5} more`] : shown;
}

function sweepText(rows: readonly SweepRow[]): readonly string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const names = Object.keys(first.settings);
  const head = [...names, 'in time', 'needs', 'at best', ''];
  const table = rows.map(({ settings, inTime, pods, needs, least, fits, best }) => [
    ...Object.values(settings).map(String),
    `${grouped(inTime)} of ${grouped(pods)}`,
    seconds(needs),
    seconds(least),
    `${fits ? 'fits' : 'does not fit'}${best === true ? ', best' : ''}`,
  ]);
  const widths = head.map((title, index) =>
    Math.max(title.length, ...table.map((row) => row[index]?.length ?? 0)),
  );
  return [head, ...table].map((row) =>
    row
      .map((cell, index) => pad(cell, widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const section = (title: string, lines: readonly string[], style: Style): readonly string[] =>
  lines.length === 0 ? [] : ['', `  ${style.bold(title)}`, ...lines.map((line) => `    ${line}`)];
