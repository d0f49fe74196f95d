/** Pods need longer than the notice gives. */
import type { Timeline } from '../../model/timeline.js';
import type { Timing } from '../../model/timing.js';
import { defineRule } from '../rule.js';
import { clusterOf, listText } from '../words.js';

export default defineRule({
  id: 'grace-exceeds-notice',
  family: 'timing',
  severities: ['warning'],
  summary: 'Pods need longer than the notice gives.',
  rationale:
    'A Spot instance goes two minutes after its notice, whatever its pods are doing: the longer grace is never given.',
  remedy:
    'Lower the grace period, save the work in shorter steps, or bind the workload to on-demand capacity.',
  since: '0.1.0',
  sources: ['EC2 user guide, spot-instance-termination-notices'],

  *check({ system, timing }) {
    for (const { lines, grace, left } of cutWorkloads(timing)) {
      const [first] = lines as [Timeline, ...Timeline[]];
      const { workload, pool } = first;
      if (workload === undefined) continue;
      yield {
        at: workload.grace.from.at,
        message: `"${workload.id}" takes up to ${grace} s to stop; a Spot notice leaves it ${left} s on ${poolsText(lines)}`,
        related: [{ at: pool.from.at, message: 'its nodes may be Spot' }],
        help: 'lower terminationGracePeriodSeconds, or bind it to on-demand nodes',
        pool: pool.id,
        event: first.event,
        ...clusterOf(system, pool),
      };
    }
    for (const { key, seconds, most, window, pools, from } of timing.longSettings)
      yield {
        at: from.at,
        message: `${key} is ${seconds} s, and Spot nodes of ${listText(pools.map(({ id }) => `"${id}"`))} are gone ${most} s after the notice`,
        help: window
          ? `write ${most} or less where only Spot nodes are drained`
          : 'leave some seconds for the notice to arrive: 90 is enough for most',
        pool: pools[0].id,
        event: 'spot-interruption',
        ...clusterOf(system, pools[0]),
      };
  },
});

interface Cut {
  readonly lines: readonly Timeline[];
  readonly grace: number;
  readonly left: number;
}

/** One story for each workload whose own grace is cut by the notice, with the least that a pool leaves it. */
function cutWorkloads({ timelines, workloads }: Timing): readonly Cut[] {
  return workloads.workloads.flatMap((workload) => {
    const cuts = timelines
      .filter((line) => line.workload === workload)
      .flatMap((line) =>
        line.breaks
          .filter(({ deadline, step }) => deadline.name === 'notice' && step.name === 'grace')
          .filter(({ step }) => step.from === workload.grace.from)
          .map(({ step, left }) => ({ line, grace: step.seconds, left })),
      );
    const [first] = cuts;
    if (first === undefined) return [];
    const left = Math.min(...cuts.map((cut) => cut.left));
    return [{ lines: cuts.map(({ line }) => line), grace: first.grace, left }];
  });
}

const poolsText = (lines: readonly Timeline[]): string =>
  listText([...new Set(lines.map(({ pool }) => `"${pool.id}"`))]);
