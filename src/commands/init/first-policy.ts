/** A first policy for a repo in which there is nothing yet: valid as it stands. */

export const FIRST_POLICY = `apiVersion: interlock/v1
kind: InterruptionPolicy
metadata: { name: my-cluster }

cluster:
  name: my-cluster
  region: eu-central-1
  kubernetesVersion: "1.33"

capacity:
  - name: system # on-demand, for the controllers; described, not created
    kind: ManagedNodeGroup
    mix: { onDemand: 100 }
  - name: general # a Karpenter NodePool; created
    kind: NodePool
    mix: { prefer: spot }
    requirements:
      - { key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r] }
      - { key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"] }
    limits: { cpu: "200" }
    nodeClass: general

nodeClasses:
  - name: general
    spec:
      amiSelectorTerms: [{ alias: al2023@latest }]
      subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: my-cluster } }]
      securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: my-cluster } }]

interruption:
  owner: { NodePool: karpenter, ManagedNodeGroup: eks }
`;
