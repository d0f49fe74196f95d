/** One drain as a drawing: its steps on an axis of seconds, and the deadlines that cut it short. */
import type { Deadline, DeadlineName, StepName, Timeline } from '../../model/timeline.js';
import { type Html, html } from './markup.js';

export const DEADLINES: Readonly<Record<DeadlineName, string>> = {
  notice: 'the instance goes',
  window: 'NTH gives the drain up',
  'node-deadline': 'Karpenter deletes what is left',
  hook: 'Auto Scaling goes on without an answer',
};

/** Seconds of a step that is over at once are drawn this wide, so that it is seen. */
const THINNEST = 0.4;

/** Deadlines that lie further out than this, in lengths of the drain, would press the drain flat. */
const FARTHEST = 4;

const ROW = 16;
const BAR = 22;

/** Everything is placed in percent of the width, so that text keeps its size on any screen. */
export function drainSvg(line: Timeline, id: string, label: string): Html {
  const longest = Math.max(line.ends, 60);
  const deadlines = line.deadlines.filter(({ at }) => at <= longest * FARTHEST);
  const span = Math.max(longest, ...deadlines.map(({ at }) => at)) * 1.06;
  const x = (seconds: number): string => `${((seconds / span) * 100).toFixed(2)}%`;
  const top = deadlines.length * ROW + 4;
  const bottom = top + BAR;
  return html`<svg class="drain" width="100%" height="${bottom + 20}" role="img" aria-labelledby="${id}">
<title id="${id}">${label}</title>
${ticks(span).map(
  (at) => html`<line class="tick" x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${bottom + 4}"/>
<text class="tick" x="${x(at)}" y="${bottom + 16}" text-anchor="${at === 0 ? 'start' : 'middle'}">${at} s</text>`,
)}
${bars(line, deadlines).map(
  ({ name, start, seconds }) =>
    html`<rect class="step ${name}" x="${x(start)}" y="${top}" width="${x(Math.max(seconds, THINNEST))}" height="${BAR}"/>`,
)}
${deadlines.map(({ name, at }, i) => {
  const right = at / span > 0.6;
  const y = i * ROW;
  return html`<line class="deadline" x1="${x(at)}" x2="${x(at)}" y1="${y + 2}" y2="${bottom + 4}"/>
<text class="deadline" x="${x(at)}" dx="${right ? -5 : 5}" y="${y + 12}" text-anchor="${right ? 'end' : 'start'}">${at} s: ${DEADLINES[name]}</text>`;
})}
</svg>
`;
}

interface Bar {
  readonly name: StepName | 'left';
  readonly start: number;
  readonly seconds: number;
}

/** The steps one after the other, then what is left until the first deadline. */
function bars({ steps, ends }: Timeline, deadlines: readonly Deadline[]): readonly Bar[] {
  let start = 0;
  const drawn = steps.map(({ name, seconds }): Bar => {
    const bar = { name, start, seconds };
    start += seconds;
    return bar;
  });
  const left = Math.min(...deadlines.map(({ at }) => at)) - ends;
  return left > 0 && Number.isFinite(left)
    ? [...drawn, { name: 'left', start: ends, seconds: left }]
    : drawn;
}

/** At most nine round numbers from zero. */
function ticks(span: number): readonly number[] {
  const step = [10, 15, 30, 60, 120, 300, 600, 1800, 3600].find((size) => span / size <= 8);
  const size = step ?? Math.ceil(span / 8 / 3600) * 3600;
  return Array.from({ length: Math.floor(span / size) + 1 }, (_, i) => i * size);
}
