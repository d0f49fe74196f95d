/** Pictures of text: pods that have ended over time, and a drain step by step. */
import type { Timeline } from '../../model/timeline.js';
import type { Ran } from '../../simulate/policy.js';
import { pad, type Style } from '../terminal.js';
import { grouped, seconds } from './words.js';

const WIDTH = 64;
const HEIGHT = 8;

/** An eighth of a row more each. */
const BLOCKS = ' ▁▂▃▄▅▆▇█';

/** An area of pods that have ended; what was told to end and has not is shaded above it. */
export function waveChart({ wave, outcome }: Ran, style: Style): readonly string[] {
  const { samples, pods } = outcome;
  const last = samples.at(-1)?.time ?? 0;
  const gone = Math.round((wave.notice / last) * (WIDTH - 1));
  const columns = Array.from({ length: WIDTH }, (_, column) => {
    const index = Math.round((column / (WIDTH - 1)) * (samples.length - 1));
    const sample = samples[index];
    return {
      ended: ((sample?.ended ?? 0) / pods) * HEIGHT,
      evicted: ((sample?.evicted ?? 0) / pods) * HEIGHT,
    };
  });
  const label = grouped(pods);
  const rows = Array.from({ length: HEIGHT }, (_, row) => {
    const floor = HEIGHT - 1 - row;
    const cells = columns.map(({ ended, evicted }, column) => {
      if (column === gone) return style.error('│');
      if (ended > floor) return BLOCKS[Math.min(8, Math.ceil((ended - floor) * 8))] ?? '█';
      return evicted > floor + 0.5 ? style.dim('░') : ' ';
    });
    const left = row === 0 ? label : row === HEIGHT - 1 ? '0' : '';
    return `${left.padStart(label.length)} ┤${cells.join('')}`;
  });
  const axis = `${' '.repeat(label.length)} └${'─'.repeat(gone)}┴${'─'.repeat(WIDTH - 1 - gone)}`;
  const end = seconds(last);
  const between = gone + 2;
  const mark = `${wave.notice} s: ${wave.spread > 0 ? 'the first nodes go' : 'the nodes go'}`;
  const under = `${' '.repeat(label.length + between - 1)}${style.error(mark)}`;
  const room = label.length + 2 + WIDTH - (label.length + between - 1) - mark.length - end.length;
  return [
    ...rows,
    axis,
    room > 1 ? `${under}${' '.repeat(room)}${end}` : under,
    `${' '.repeat(label.length + 2)}${style.dim('█ pods that have ended, ░ told to end')}`,
  ];
}

const FILLS: Readonly<Record<string, string>> = {
  delivery: '·',
  poll: '-',
  wait: ' ',
  grace: '█',
  detach: '▒',
};

/** The steps of one drain as bars on an axis of seconds. */
export function drainChart(line: Timeline, style: Style): readonly string[] {
  const span = Math.max(line.ends, ...line.deadlines.map(({ at }) => at).filter((at) => at <= 240));
  const scale = (value: number): number => Math.round((value / span) * WIDTH);
  let start = 0;
  const bars = line.steps
    .filter(({ seconds: length }) => length > 0)
    .map(({ name, seconds: length, says }) => {
      const [from, to] = [scale(start), Math.max(scale(start) + 1, scale(start + length))];
      start += length;
      const bar = `${' '.repeat(from)}${(FILLS[name] ?? '█').repeat(to - from)}`;
      return `${pad(bar, WIDTH)} ${style.dim(`${length} s: ${says}`)}`;
    });
  const deadlines = line.deadlines
    .filter(({ at }) => at <= span)
    .map(
      ({ name, at }) =>
        `${' '.repeat(Math.max(0, scale(at) - 1))}${style.error('│')} ${at} s: ${DEADLINES[name]}`,
    );
  return [...bars, ...deadlines];
}

const DEADLINES = {
  notice: 'the instance goes',
  window: 'NTH gives the drain up',
  'node-deadline': 'Karpenter deletes what is left',
  hook: 'Auto Scaling goes on without an answer',
} as const;
