/** Tags that Karpenter puts on every instance that it launches, whatever a node class says. */
import type { Cluster, InstanceTag, Pool } from '../model/system.js';
import { joinText } from '../value/text.js';
import { isUnknown, known, type Maybe } from '../value/value.js';

/** aws/karpenter-provider-aws@v1.14.1 pkg/utils/utils.go GetTags, pkg/controllers/nodeclaim/tagging/controller.go */
const KEYS = [
  'karpenter.sh/nodepool',
  'karpenter.sh/nodeclaim',
  'karpenter.k8s.aws/ec2nodeclass',
  'eks:eks-cluster-name',
  'Name',
];

/** The pool with these tags; its cluster's own among them, where something names the cluster. */
export function withOwnTags(pool: Pool, cluster: Cluster | undefined): Pool {
  const { from } = pool;
  const own: InstanceTag[] = KEYS.map((key) => ({ key: { value: key, from }, from }));
  const named = pool.kind === 'NodePool' && cluster !== undefined && cluster.unnamed !== true;
  const key = named ? clusterKey(cluster) : undefined;
  return { ...pool, tags: [...own, ...(key === undefined ? [] : [{ key, from }]), ...pool.tags] };
}

/** `kubernetes.io/cluster/<name>`: at every release, so that tools that ask for the cluster's tag find it. */
function clusterKey({ name, from }: Cluster): Maybe<string> | undefined {
  const key = joinText([known('kubernetes.io/cluster/', from), name], from);
  if (key === undefined || isUnknown(key)) return key;
  return typeof key.value === 'string' ? { value: key.value, from: key.from } : undefined;
}
