/** Policies for tests: a valid one, and ways to change it in one place. */
export const VALID = `apiVersion: interlock/v1
kind: InterruptionPolicy
metadata: { name: checkout }
cluster:
  name: checkout
  region: eu-central-1
  kubernetesVersion: "1.33"
versions: { addons: 1.16.2 }
handlers:
  karpenter: { chart: 1.8.8, runsOn: system }
  nth: { runsOn: system }
capacity:
  - { name: system, kind: ManagedNodeGroup, mix: { onDemand: 100 } }
  - name: web
    kind: NodePool
    mix: { prefer: spot }
    requirements:
      - { key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r] }
    nodeClass: general
  - name: batch
    kind: SelfManagedNodeGroup
    autoScalingGroup: { terraform: module.eks.batch_group_arn }
    mix: { spot: 100 }
nodeClasses:
  - name: general
    spec:
      amiSelectorTerms: [{ alias: al2023@v20250915 }]
      subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: checkout } }]
      securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: checkout } }]
interruption:
  owner: { NodePool: karpenter, ManagedNodeGroup: eks, SelfManagedNodeGroup: nth }
`;

/** The valid policy with one piece of text replaced; throws when the piece is not there, so that no test is idle. */
export function changed(from: string, to: string, text = VALID): string {
  if (!text.includes(from)) throw new Error(`the policy has no ${JSON.stringify(from)}`);
  return text.replace(from, () => to);
}
