/** What was judged as what `prove` shows: one table for each policy and for each cluster of a root. */
import { proofOf } from '../model/expect.js';
import type { Pool, System } from '../model/system.js';
import type { ProvedRoot } from '../pipeline/root.js';
import { type ProvedConfiguration, provedConfiguration } from '../report/proof.js';
import type { RuleFacts } from '../rules/rule.js';
import type { JudgedPolicy } from './policies.js';

export interface JudgedConfiguration {
  readonly shown: ProvedConfiguration;
  /** What it was read as; a policy that could not be compiled is nothing. */
  readonly read?: { readonly system: System; readonly facts: RuleFacts };
}

/** A policy that could not be compiled proves nothing; its findings say why. */
export function policyConfiguration({ file, judged }: JudgedPolicy): JudgedConfiguration {
  if (judged === undefined) return { shown: nothingProved(file) };
  const { system, verdicts, proof, timing, facts } = judged;
  const shown = provedConfiguration(file, system, verdicts, proof, timing.timelines);
  return { shown, read: { system, facts } };
}

const nothingProved = (root: string): ProvedConfiguration => ({
  root,
  cluster: '',
  proof: 'undetermined',
  title: (id) => id,
  assumptions: [],
  timelines: [],
  pools: [],
});

/** One for each cluster of a root. */
export function rootConfigurations({
  root,
  system,
  verdicts,
  proof,
  facts,
  timing: { timelines },
}: ProvedRoot): readonly JudgedConfiguration[] {
  const { clusters } = system;
  if (clusters.length < 2) {
    const pools = poolsIn(verdicts.map(({ pool }) => pool));
    const shown = provedConfiguration(root, { ...system, pools }, verdicts, proof, timelines);
    return [{ shown, read: { system, facts } }];
  }
  return clusters.map((cluster) => {
    const own = verdicts.filter(({ pool }) => pool.cluster === cluster.id);
    const part = {
      ...partOf(system, cluster.id),
      clusters: [cluster],
      pools: poolsIn(own.map(({ pool }) => pool)),
    };
    const lines = timelines.filter(({ pool }) => pool.cluster === cluster.id);
    return {
      shown: provedConfiguration(root, part, own, proofOf(own), lines),
      read: { system: part, facts },
    };
  });
}

/** What is installed in one cluster, and the queues that it polls. */
function partOf(system: System, cluster: string): System {
  const installations = system.installations.filter((one) => one.cluster === cluster);
  const polled = new Set(
    system.polls
      .filter((poll) => installations.some(({ id }) => id === poll.installation))
      .map(({ queue }) => queue),
  );
  return { ...system, installations, queues: system.queues.filter(({ id }) => polled.has(id)) };
}

/** Pools in the order of their first verdict. */
const poolsIn = (pools: readonly Pool[]): readonly Pool[] => [...new Set(pools)];
