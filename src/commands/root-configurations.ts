/** A judged root as what `prove` shows: one table for each of its clusters. */
import { proofOf } from '../model/expect.js';
import type { Pool } from '../model/system.js';
import type { ProvedRoot } from '../pipeline/root.js';
import { type ProvedConfiguration, provedConfiguration } from '../report/proof.js';

export function rootConfigurations({
  root,
  system,
  verdicts,
  proof,
}: ProvedRoot): readonly ProvedConfiguration[] {
  const { clusters } = system;
  if (clusters.length < 2) {
    const pools = poolsIn(verdicts.map(({ pool }) => pool));
    return [provedConfiguration(root, { ...system, pools }, verdicts, proof)];
  }
  return clusters.map((cluster) => {
    const own = verdicts.filter(({ pool }) => pool.cluster === cluster.id);
    const pools = poolsIn(own.map(({ pool }) => pool));
    const installations = system.installations.filter((one) => one.cluster === cluster.id);
    const part = { ...system, clusters: [cluster], pools, installations };
    return provedConfiguration(root, part, own, proofOf(own));
  });
}

/** Pools in the order of their first verdict. */
const poolsIn = (pools: readonly Pool[]): readonly Pool[] => [...new Set(pools)];
