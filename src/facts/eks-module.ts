/**
 * The root module of terraform-aws-modules/eks/aws, v17 to v21: inputs, outputs,
 * what it creates, and the keys it reads of its groups. The submodules have
 * tables of their own: eks-karpenter.ts and eks-node-groups.ts.
 */
import data from './data/eks/root.json' with { type: 'json' };
import { moduleFacts } from './module.js';
import { asRows, type Ranged, rowsFor } from './range.js';

export const EKS_SOURCE = 'terraform-aws-modules/eks/aws';

export const eksModule = moduleFacts(data);

/** Inputs whose entries are groups; `worker_groups` is v17's. */
export type GroupInput = keyof typeof data.groupKeys;

/** The keys that a release reads of each entry of a group input, sorted; empty where it has no such input. */
export const groupKeys = (release: string, input: GroupInput): readonly string[] =>
  rowsFor(asRows<Ranged & { name: string }>(data.groupKeys[input]), release).map(
    ({ name }) => name,
  );

/**
 * The name that an input of v17 to v20 has in a release. v21 drops the prefix
 * `cluster_` (docs/UPGRADE-21.0.md); undefined where the input is gone.
 */
export function inputName(release: string, name: string): string | undefined {
  const candidates = [
    name,
    ...(name === 'cluster_version' ? ['kubernetes_version'] : []),
    name.replace(/(^|_)cluster_/, '$1'),
  ];
  return candidates.find((candidate) => eksModule.input(release, candidate) !== undefined);
}
