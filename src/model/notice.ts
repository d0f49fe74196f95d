/** Settings of NTH that are longer than a Spot notice, for the pools whose nodes it drains. */
import type { Origin } from '../source/span.js';
import { POD_GRACE, settingOf, type TimingFacts, WINDOW } from './courses.js';
import type { Installation, Pool } from './system.js';
import type { Timeline } from './timeline.js';

export interface LongSetting {
  readonly installation: Installation;
  readonly key: string;
  readonly seconds: number;
  /** Of the notice. */
  readonly most: number;
  /** It is the window of a whole drain, not the grace of a pod. */
  readonly window: boolean;
  readonly pools: readonly [Pool, ...Pool[]];
  readonly from: Origin;
}

export function longSettings(
  timelines: readonly Timeline[],
  { timing }: TimingFacts,
): readonly LongSetting[] {
  const most = timing.NOTICE.seconds;
  return [...drainedBy(timelines)].flatMap(([installation, pools]) =>
    [WINDOW, POD_GRACE].flatMap((key) => {
      const window = key === WINDOW;
      const set = settingOf(installation, key);
      // A window as long as the notice is the chart's default; a grace as long leaves nothing for the way.
      if (set === undefined || set.value < most || (window && set.value === most)) return [];
      return [{ installation, key, seconds: set.value, most, window, pools, from: set.from }];
    }),
  );
}

function drainedBy(
  timelines: readonly Timeline[],
): ReadonlyMap<Installation, readonly [Pool, ...Pool[]]> {
  const found = new Map<Installation, [Pool, ...Pool[]]>();
  for (const { event, installation, pool } of timelines) {
    if (event !== 'spot-interruption' || installation?.handler !== 'nth') continue;
    const pools = found.get(installation);
    if (pools === undefined) found.set(installation, [pool]);
    else if (!pools.includes(pool)) pools.push(pool);
  }
  return found;
}
