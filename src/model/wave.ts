/** A wave of interruptions against what a handler can drain in the time that it has. */
import type { Origin } from '../source/span.js';
import type { Located } from '../value/value.js';
import { settingOf, type TimingFacts } from './courses.js';
import type { Installation, Pool } from './system.js';
import { drainedInTime } from './throughput.js';
import type { Timeline } from './timeline.js';

export interface ExceedingWave {
  readonly pool: Pool;
  readonly installation: Installation;
  readonly nodes: number;
  readonly drained: number;
  /** What one drain takes. */
  readonly seconds: number;
  readonly from: Origin;
}

/** Pools of which a wave of so many nodes is more than the workers of NTH can drain before they go. */
export function exceedingWaves(
  timelines: readonly Timeline[],
  wave: Located<number> | undefined,
  { timing }: TimingFacts,
): readonly ExceedingWave[] {
  if (wave === undefined) return [];
  const longest = new Map<string, Timeline>();
  for (const line of timelines) {
    if (line.event !== 'spot-interruption' || line.installation?.mode !== 'queue') continue;
    const key = `${line.pool.id}\n${line.installation.id}`;
    if ((longest.get(key)?.ends ?? -1) < line.ends) longest.set(key, line);
  }
  return [...longest.values()].flatMap((line) => {
    const { pool, installation, steps } = line;
    if (installation === undefined) return [];
    const before = sum(line, ['delivery', 'poll', 'wait']);
    const seconds = sum(line, ['grace', 'detach']) || steps.length;
    const drained = drainedInTime({
      workers: settingOf(installation, 'workers')?.value ?? timing.WORKERS.nth,
      replicas: settingOf(installation, 'replicas')?.value ?? 1,
      before,
      drain: seconds,
      notice: timing.NOTICE.seconds,
    });
    if (drained >= wave.value) return [];
    return [{ pool, installation, nodes: wave.value, drained, seconds, from: wave.from }];
  });
}

const sum = ({ steps }: Timeline, names: readonly string[]): number =>
  steps.filter(({ name }) => names.includes(name)).reduce((total, one) => total + one.seconds, 0);
