/**
 * Fields that stand elsewhere, or are called otherwise, in another API version:
 * what people write from memory or leave in when they raise the version. From
 * kubernetes-sigs/karpenter@v0.32.10 pkg/utils/nodepool, @v1.0.9
 * pkg/apis/v1/nodepool_conversion.go and aws/karpenter-provider-aws@v0.32.10
 * pkg/utils/nodeclass.
 */

export interface Move {
  /** As a table of fields writes it: `spec.requirements[].key`. */
  readonly from: string;
  /** What to write instead. */
  readonly to: string;
}

const move = (from: string, to: string): Move => ({ from, to });

/** Fields of a Provisioner, for both API versions of NodePool. */
const PROVISIONER: readonly Move[] = [
  move('spec.requirements', 'spec.template.spec.requirements'),
  move('spec.taints', 'spec.template.spec.taints'),
  move('spec.startupTaints', 'spec.template.spec.startupTaints'),
  move('spec.labels', 'spec.template.metadata.labels'),
  move('spec.annotations', 'spec.template.metadata.annotations'),
  move('spec.providerRef', 'spec.template.spec.nodeClassRef'),
  move('spec.provider', 'an EC2NodeClass that spec.template.spec.nodeClassRef names'),
  move('spec.limits.resources', 'spec.limits'),
  move('spec.consolidation', 'spec.disruption.consolidationPolicy'),
  move('spec.ttlSecondsAfterEmpty', 'spec.disruption.consolidateAfter, with WhenEmpty'),
];

const SELECTORS: readonly Move[] = [
  move('spec.subnetSelector', 'spec.subnetSelectorTerms'),
  move('spec.securityGroupSelector', 'spec.securityGroupSelectorTerms'),
  move('spec.amiSelector', 'spec.amiSelectorTerms'),
];

/** By `apiVersion kind` of the object in which the field is not known. */
const MOVES: Readonly<Record<string, readonly Move[]>> = {
  'karpenter.sh/v1 NodePool': [
    ...PROVISIONER,
    move('spec.kubeletConfiguration', 'spec.kubelet of the EC2NodeClass'),
    move('spec.ttlSecondsUntilExpired', 'spec.template.spec.expireAfter'),
    move('spec.disruption.expireAfter', 'spec.template.spec.expireAfter'),
    move('spec.template.spec.kubelet', 'spec.kubelet of the EC2NodeClass'),
    move('spec.template.spec.nodeClassRef.apiVersion', 'spec.template.spec.nodeClassRef.group'),
  ],
  'karpenter.sh/v1beta1 NodePool': [
    ...PROVISIONER,
    move('spec.kubeletConfiguration', 'spec.template.spec.kubelet'),
    move('spec.ttlSecondsUntilExpired', 'spec.disruption.expireAfter'),
    move('spec.template.spec.expireAfter', 'spec.disruption.expireAfter'),
    move('spec.template.spec.nodeClassRef.group', 'spec.template.spec.nodeClassRef.apiVersion'),
  ],
  'karpenter.k8s.aws/v1 EC2NodeClass': SELECTORS,
  'karpenter.k8s.aws/v1beta1 EC2NodeClass': [
    ...SELECTORS,
    move('spec.kubelet', 'spec.template.spec.kubelet of the NodePool'),
  ],
  'karpenter.sh/v1alpha5 Provisioner': [
    move('spec.template.spec.requirements', 'spec.requirements'),
    move('spec.template.spec.taints', 'spec.taints'),
    move('spec.template.spec.nodeClassRef', 'spec.providerRef'),
    move('spec.template.metadata.labels', 'spec.labels'),
  ],
};

/** Where a field of another API version stands in this one; undefined for a field that none had. */
export const movedTo = (apiVersion: string, kind: string, field: string): string | undefined =>
  MOVES[`${apiVersion} ${kind}`]?.find(({ from }) => from === field)?.to;
