/** A wave as a drawing: pods that were told to end and that have ended, nodes that are drained, and when the nodes go. */
import type { Outcome, Sample } from '../../simulate/outcome.js';
import { grouped } from '../simulate/words.js';
import { type Html, html } from './markup.js';

const HEIGHT = 180;
const TOP = 20;
/** Left of the axis there is room for a share of all pods. */
const LEFT = 44;

export interface WaveDrawing {
  readonly outcome: Pick<Outcome, 'samples' | 'pods' | 'nodes'>;
  readonly notice: number;
  readonly spread: number;
  readonly id: string;
  readonly label: string;
}

/** The areas stretch with the width; text and lines keep their size. */
export function waveSvg({ outcome, notice, spread, id, label }: WaveDrawing): Html {
  const { samples, pods, nodes } = outcome;
  const span = samples.at(-1)?.time ?? 1;
  const x = (seconds: number): string => `${((seconds / span) * 100).toFixed(2)}%`;
  const bottom = TOP + HEIGHT;
  const share = (pick: (sample: Sample) => number, all: number) => (sample: Sample) =>
    [(sample.time / span) * 1000, 100 - (100 * pick(sample)) / Math.max(1, all)] as const;
  const told = samples.map(share(({ evicted }) => evicted, pods));
  const ended = samples.map(share((sample) => sample.ended, pods));
  const seen = samples.map(share(({ drained }) => drained, nodes));
  return html`<svg class="wave" width="100%" height="${bottom + 22}" role="img" aria-labelledby="${id}">
<title id="${id}">${label}</title>
<text x="${LEFT - 6}" y="${TOP + 10}" text-anchor="end">100 %</text>
<text x="${LEFT - 6}" y="${TOP + HEIGHT / 2 + 4}" text-anchor="end">50 %</text>
<text x="${LEFT - 6}" y="${bottom}" text-anchor="end">0</text>
<svg x="${LEFT}" y="0" width="calc(100% - ${LEFT}px)" height="${bottom + 22}" overflow="visible">
<line class="tick" x1="0" x2="100%" y1="${TOP}" y2="${TOP}"/>
<line class="tick" x1="0" x2="100%" y1="${TOP + HEIGHT / 2}" y2="${TOP + HEIGHT / 2}"/>
<svg x="0" y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 1000 100" preserveAspectRatio="none">
<path class="told" d="${area(told)}"/>
<path class="ended" d="${area(ended)}"/>
<path class="seen" d="${line(seen)}"/>
</svg>
<line class="tick" x1="0" x2="100%" y1="${bottom}" y2="${bottom}"/>
${ticks(span).map(
  (at) =>
    html`<text x="${x(at)}" y="${bottom + 16}" text-anchor="${at === 0 ? 'start' : 'middle'}">${at} s</text>
`,
)}<line class="deadline" x1="${x(notice)}" x2="${x(notice)}" y1="2" y2="${bottom + 4}"/>
<text class="deadline" x="${x(notice)}" dx="${notice / span > 0.6 ? -5 : 5}" y="13" text-anchor="${notice / span > 0.6 ? 'end' : 'start'}">${notice} s: ${spread > 0 ? 'the first nodes go' : 'the nodes go'}</text>
</svg>
</svg>
`;
}

type Point = readonly [x: number, y: number];

const written = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(2)}`).join('L');

const line = (points: readonly Point[]): string => `M${written(points)}`;

const area = (points: readonly Point[]): string => `M0 100L${written(points)}L1000 100Z`;

/** At most six round numbers from zero, which a telephone has room for. */
function ticks(span: number): readonly number[] {
  const step = [10, 15, 30, 60, 120, 300, 600].find((size) => span / size <= 5) ?? 1200;
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step);
}

/** What the areas and the line are. */
export const legendHtml = ({ pods, nodes }: Pick<Outcome, 'pods' | 'nodes'>): Html => html`
<ul class="legend"><li><span class="key told" aria-hidden="true"></span>pods that are told to end</li>
<li><span class="key ended" aria-hidden="true"></span>pods that have ended, of ${grouped(pods)}</li>
<li><span class="key seen" aria-hidden="true"></span>nodes that are drained, of ${grouped(nodes)}</li></ul>`;
