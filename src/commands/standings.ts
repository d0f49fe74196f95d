/** What was judged, as standings: one for each cluster of each configuration. */
import { type Standing, standingOf } from '../diff/standing.js';
import type { System } from '../model/system.js';
import type { JudgedInputs } from './judge.js';
import { provedConfigurations } from './proved-configurations.js';

/** A policy that could not be compiled stands for nothing. */
export const standingsOf = ({ policies, roots }: JudgedInputs): readonly Standing[] => [
  ...policies.flatMap((policy) => {
    if (policy.judged === undefined) return [];
    const { system, facts } = policy.judged;
    return provedConfigurations([policy], []).map((one) => standingOf(one, system, facts));
  }),
  ...roots.flatMap((root) =>
    provedConfigurations([], [root]).map((one) =>
      standingOf(one, partOf(root.system, one.pools[0]?.pool.cluster), root.facts),
    ),
  ),
];

/** The part of a system that is one cluster's, where it has several. */
function partOf(system: System, cluster: string | undefined): System {
  if (cluster === undefined || system.clusters.length < 2) return system;
  const installations = system.installations.filter((one) => one.cluster === cluster);
  const polled = new Set(
    system.polls
      .filter((poll) => installations.some(({ id }) => id === poll.installation))
      .map(({ queue }) => queue),
  );
  return { ...system, installations, queues: system.queues.filter(({ id }) => polled.has(id)) };
}
