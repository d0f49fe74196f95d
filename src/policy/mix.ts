/**
 * The capacity mix of a NodePool. One capacity type, or a preference, is one
 * NodePool; two percentages are two NodePools that share a spread label, whose
 * values are dealt out in the ratio (the technique of Karpenter's docs:
 * aws/karpenter-provider-aws@v1.14.1 website/content/en/docs/concepts/scheduling.md).
 */
import type { CapacityType, PoolIntent } from './intent.js';

export const SPREAD_LABEL = 'capacity-spread';

export interface Share {
  /** Name of the NodePool: the first share keeps the pool's name. */
  readonly name: string;
  readonly capacityTypes: readonly CapacityType[];
  /** Values of the spread label that fall to this share. */
  readonly spread?: readonly string[];
}

/**
 * What a pool is once compiled, by name: a NodePool or a managed node group for
 * each of its shares, because neither can hold to a ratio; else the pool itself.
 */
export const partsOf = (pool: PoolIntent): readonly Share[] =>
  (pool.kind === 'NodePool' || pool.kind === 'ManagedNodeGroup') && pool.mix.prefer === undefined
    ? sharesOf(pool)
    : [{ name: pool.name.value, capacityTypes: pool.capacityTypes }];

export function sharesOf({ name, mix }: PoolIntent): readonly Share[] {
  if (mix.prefer !== undefined) return [{ name: name.value, capacityTypes: ['spot', 'on-demand'] }];
  const parts = (
    [
      ['spot', mix.spot],
      ['reserved', mix.reserved],
      ['on-demand', mix.onDemand],
    ] as const
  ).filter(([, percentage]) => percentage > 0);
  if (parts.length <= 1)
    return parts.map(([type]) => ({ name: name.value, capacityTypes: [type] }));
  const divisor = parts.reduce((left, [, percentage]) => gcd(left, percentage), 100);
  let next = 1;
  return parts.map(([type, percentage], index) => {
    const count = percentage / divisor;
    const spread = Array.from({ length: count }, (_, i) => String(next + i));
    next += count;
    return {
      name: index === 0 ? name.value : `${name.value}-${type}`,
      capacityTypes: [type],
      spread,
    };
  });
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The constraint by which pods spread over the shares of a pool; undefined where there is only one. */
export function spreadSnippet(pool: PoolIntent): string | undefined {
  if (pool.kind !== 'NodePool' || sharesOf(pool).length < 2) return undefined;
  return `# Pods with this constraint run on the capacity types of "${pool.name.value}" in the ratio of its mix.
# Put it into the pod template's spec, with the labels of your pods.
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: ${SPREAD_LABEL}
    whenUnsatisfiable: DoNotSchedule
    labelSelector:
      matchLabels:
        app: your-app
`;
}
