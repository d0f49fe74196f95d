/** `interlock init`: a first policy that is valid as it stands. */
import type { Host } from '../host/host.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND } from './status.js';

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

export function init(host: Host, file: string): ExitStatus {
  if (host.kindOf(file) !== undefined) {
    host.err(`${file} exists and is left as it is\n`);
    return FOUND;
  }
  const parts = file.split('/');
  const name = parts.pop() ?? file;
  const failed = host.write(
    parts.length === 0 ? '.' : parts.join('/'),
    new Map([[name, FIRST_POLICY]]),
  );
  if (failed !== undefined) {
    host.err(`cannot write ${failed.problem}\n`);
    return COULD_NOT_RUN;
  }
  host.out(`wrote ${file}: fill in the cluster, then run interlock prove ${file}\n`);
  return CLEAN;
}
