/** Objects and checkers for tests of manifests. */
import type { KubeObject } from '../../src/configuration/configuration.js';
import type { Finding } from '../../src/diagnostics/finding.js';
import * as karpenter from '../../src/facts/karpenter.js';
import { type CrdTable, crdKinds, loadCrd } from '../../src/facts/karpenter-crds.js';
import { type ManifestChecker, manifestChecker } from '../../src/manifests/check/manifests.js';
import { readYamlFile } from '../../src/manifests/read.js';
import { positionAt, sourceText } from '../../src/source/text.js';

export const FILE = 'pool.yaml';

/** The objects of a text that is read without a finding. */
export function objectsOf(text: string): readonly KubeObject[] {
  const { objects, findings } = readYamlFile(FILE, text);
  if (findings.length > 0) throw new Error(findings.map(({ message }) => message).join('\n'));
  return objects;
}

export async function checker(): Promise<ManifestChecker> {
  const crds = new Map<string, CrdTable>();
  for (const key of crdKinds()) {
    const [apiVersion = '', kind = ''] = key.split(' ');
    const table = await loadCrd(apiVersion, kind);
    if (table !== undefined) crds.set(key, table);
  }
  return manifestChecker({ karpenter, crds });
}

/** `4:7 error invalid-field`. */
export function placed(text: string, findings: readonly Finding[]): string[] {
  const source = sourceText(FILE, text);
  return findings.map(({ at, severity, rule }) => {
    const { line, column } = positionAt(source, at.start);
    return `${line}:${column} ${severity} ${rule}`;
  });
}

/** A text with one piece replaced; throws when the piece is not there, so that no test is idle. */
export function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the text has no ${JSON.stringify(from)}`);
  return text.replace(from, () => to);
}

export const POOL = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: general
spec:
  template:
    metadata:
      labels:
        team: orders
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: general
      requirements:
        - key: karpenter.sh/capacity-type
          operator: In
          values: [spot, on-demand]
        - key: karpenter.k8s.aws/instance-generation
          operator: Gt
          values: ["4"]
      taints:
        - key: orders
          value: "true"
          effect: NoSchedule
      expireAfter: 336h
      terminationGracePeriod: 1h
  disruption:
    consolidationPolicy: WhenEmpty
    consolidateAfter: 30s
    budgets:
      - nodes: 10%
      - nodes: "0"
        schedule: "0 9 * * mon-fri"
        duration: 8h
  limits:
    cpu: 1000
  weight: 10
`;

export const CLASS = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: general
spec:
  role: KarpenterNodeRole-orders
  amiSelectorTerms:
    - alias: al2023@v20250915
  subnetSelectorTerms:
    - tags:
        karpenter.sh/discovery: orders
  securityGroupSelectorTerms:
    - tags:
        karpenter.sh/discovery: orders
    - id: sg-0123456789abcdef0
  tags:
    team: orders
`;
