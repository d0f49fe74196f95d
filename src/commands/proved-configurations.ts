/** What was judged as what `prove` shows: one table for each policy and for each cluster of a root. */
import { proofOf } from '../model/expect.js';
import type { Pool } from '../model/system.js';
import type { ProvedRoot } from '../pipeline/root.js';
import { type ProvedConfiguration, provedConfiguration } from '../report/proof.js';
import type { JudgedPolicy } from './policies.js';

/** A policy that could not be compiled proves nothing; its findings say why. */
export function policyConfiguration(policy: JudgedPolicy): ProvedConfiguration {
  if (policy.judged !== undefined)
    return provedConfiguration(
      policy.file,
      policy.judged.system,
      policy.judged.verdicts,
      policy.judged.proof,
      policy.judged.timing.timelines,
    );
  return {
    root: policy.file,
    cluster: '',
    proof: 'undetermined',
    title: (id) => id,
    assumptions: [],
    timelines: [],
    pools: [],
  };
}

/** One for each cluster of a root. */
export function rootConfigurations({
  root,
  system,
  verdicts,
  proof,
  timing: { timelines },
}: ProvedRoot): readonly ProvedConfiguration[] {
  const { clusters } = system;
  if (clusters.length < 2) {
    const pools = poolsIn(verdicts.map(({ pool }) => pool));
    return [provedConfiguration(root, { ...system, pools }, verdicts, proof, timelines)];
  }
  return clusters.map((cluster) => {
    const own = verdicts.filter(({ pool }) => pool.cluster === cluster.id);
    const pools = poolsIn(own.map(({ pool }) => pool));
    const installations = system.installations.filter((one) => one.cluster === cluster.id);
    const part = { ...system, clusters: [cluster], pools, installations };
    const lines = timelines.filter(({ pool }) => pool.cluster === cluster.id);
    return provedConfiguration(root, part, own, proofOf(own), lines);
  });
}

/** Pools in the order of their first verdict. */
const poolsIn = (pools: readonly Pool[]): readonly Pool[] => [...new Set(pools)];
