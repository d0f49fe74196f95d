/** Handlers, wherever their charts are installed from: Terraform's releases in every form, GitOps, values alone. */
import { describe, expect, it } from 'vitest';
import type { Files } from '../support/roots.js';
import { blockIn, type Edit, edited, prove, RAW, spot } from './support.js';

const RELEASE = blockIn(RAW, 'resource "helm_release"');

describe('a release of the chart of NTH', () => {
  const values = (text: string): Edit => [/ {2}values = \[yamlencode\(\{[\s\S]*?\}\)\]\n/, text];
  const cases: readonly (readonly [string, readonly Edit[], string, Files?])[] = [
    ['with values of yamlencode and set blocks', [], 'nth drain'],
    [
      'whatever it is called',
      [['name       = "aws-node-termination-handler"', 'name = "drainer"']],
      'nth drain',
    ],
    [
      'with a chart in a path of its registry',
      [
        ['  repository = "oci://public.ecr.aws/aws-ec2/helm"\n', ''],
        ['chart      = "aws-node', 'chart = "oci://public.ecr.aws/aws-ec2/helm/aws-node'],
      ],
      'nth drain',
    ],
    [
      'with values in a heredoc',
      [
        values(
          '  values = [<<-EOT\n    enableSqsTerminationDraining: true\n    awsRegion: eu-central-1\n  EOT\n  ]\n',
        ),
      ],
      'nth drain',
    ],
    [
      'with values in a file',
      [values('  values = [file("${path.module}/nth.yaml")]\n')],
      'nth drain',
      { 'nth.yaml': 'enableSqsTerminationDraining: true\nawsRegion: eu-central-1\n' },
    ],
    [
      'with values in a template',
      [values('  values = [templatefile("nth.tftpl", { on = true, names = ["a"] })]\n')],
      'nth drain',
      {
        'nth.tftpl':
          'enableSqsTerminationDraining: ${on}\n%{ for n in names ~}\nx${n}: 1\n%{ endfor ~}\nawsRegion: eu-central-1\n',
      },
    ],
    [
      'with a set list',
      [
        [
          / {2}set \{\n[\s\S]*?\n {2}\}\n {2}set \{\n[\s\S]*?\n {2}\}\n/,
          `  set = [
    { name = "queueURL", value = aws_sqs_queue.nth.url },
    { name = "serviceAccount.annotations.eks\\\\.amazonaws\\\\.com/role-arn", value = aws_iam_role.nth.arn },
  ]
`,
        ],
      ],
      'nth drain',
    ],
    [
      'where a setting has the last word over a value',
      [
        [
          'enableSqsTerminationDraining = true',
          'enableSqsTerminationDraining = true\n    managedTag = "other"',
        ],
        [
          '  set {\n    name  = "queueURL"',
          '  set {\n    name = "managedTag"\n    value = "aws-node-termination-handler/managed"\n  }\n  set {\n    name  = "queueURL"',
        ],
      ],
      'nth drain',
    ],
    [
      'as a DaemonSet that reads instance metadata, where it has no queue to read',
      [['enableSqsTerminationDraining = true', 'enableSqsTerminationDraining = false']],
      'nth drain',
    ],
    [
      'that is never made',
      [['resource "helm_release" "nth" {', 'resource "helm_release" "nth" {\n  count = 0']],
      'gap error',
    ],
    [
      'of another chart',
      [['chart      = "aws-node-termination-handler"', 'chart = "metrics-server"']],
      'gap error',
    ],
    [
      'that reads another queue',
      [
        [
          'value = aws_sqs_queue.nth.url',
          'value = "https://sqs.eu-central-1.amazonaws.com/1/other"',
        ],
      ],
      'gap error',
    ],
  ];
  for (const [name, edits, expected, more] of cases)
    it(`${name}: ${expected}`, async () => {
      expect(await spot(edited(RAW, ...edits), more)).toBe(expected);
    });
});

/** Everything but the release itself, which something else installs. */
const WITHOUT = RAW.replace(RELEASE, '');
const NTH_VALUES = `enableSqsTerminationDraining: true
awsRegion: eu-central-1
queueURL: https://sqs.eu-central-1.amazonaws.com/111122223333/shop-nth
serviceAccount:
  annotations:
    eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/shop-nth
`;
const indented = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by));

const application = (source: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: nth, namespace: argocd }
spec:
  destination: { namespace: kube-system, server: https://kubernetes.default.svc }
  project: default
${indented(source, 2)}`;

const CHART = `repoURL: public.ecr.aws/aws-ec2/helm
chart: aws-node-termination-handler
targetRevision: 0.27.1
`;

describe('GitOps installs NTH', () => {
  const cases: readonly (readonly [string, Files])[] = [
    [
      'by an Application with values',
      {
        'app.yaml': application(
          `source:\n${indented(`${CHART}helm:\n  values: |\n${indented(NTH_VALUES, 4)}`, 2)}`,
        ),
      },
    ],
    [
      'by an Application with an object of values',
      {
        'app.yaml': application(
          `source:\n${indented(`${CHART}helm:\n  valuesObject:\n${indented(NTH_VALUES, 4)}`, 2)}`,
        ),
      },
    ],
    [
      'by an Application with parameters',
      {
        'app.yaml': application(
          `source:\n${indented(
            `${CHART}helm:
  parameters:
    - { name: enableSqsTerminationDraining, value: "true" }
    - { name: awsRegion, value: eu-central-1 }
    - { name: queueURL, value: https://sqs.eu-central-1.amazonaws.com/111122223333/shop-nth }
    - { name: serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn, value: arn:aws:iam::111122223333:role/shop-nth }
`,
            2,
          )}`,
        ),
      },
    ],
    [
      'by an Application of several sources',
      {
        'app.yaml': application(
          `sources:\n  - repoURL: https://git.example.com/values\n    ref: values\n  - ${indented(`${CHART}helm:\n  values: |\n${indented(NTH_VALUES, 4)}`, 4).trimStart()}`,
        ),
      },
    ],
    [
      'by an ApplicationSet over a list of clusters',
      {
        'set.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: nth }
spec:
  generators:
    - list:
        elements: [{ cluster: shop, version: 0.27.1 }]
  template:
    metadata: { name: nth }
    spec:
      destination: { namespace: kube-system, name: shop }
      source:
${indented(CHART.replace('0.27.1', "'{{version}}'"), 8)}        helm:
          values: |
${indented(NTH_VALUES, 12)}`,
      },
    ],
    [
      'by a HelmRelease of Flux',
      {
        'flux.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: ec2, namespace: flux-system }
spec: { type: oci, url: oci://public.ecr.aws/aws-ec2/helm }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: nth, namespace: kube-system }
spec:
  chart:
    spec:
      chart: aws-node-termination-handler
      version: 0.27.1
      sourceRef: { kind: HelmRepository, name: ec2, namespace: flux-system }
  values:
${indented(NTH_VALUES, 4)}`,
      },
    ],
    ['by values that are given alone', { 'values.yaml': NTH_VALUES }],
  ];
  for (const [name, more] of cases)
    it(name, async () => {
      expect(await spot(WITHOUT, more)).toBe('nth drain');
    });

  it('or nobody does', async () => {
    expect(await spot(WITHOUT)).toBe('gap error');
  });

  it('out of Terraform that applies the Application', async () => {
    const [, files] = cases[1] ?? [];
    const yaml = Object.values(files ?? {})[0] ?? '';
    const kubectl = `${WITHOUT}
resource "kubectl_manifest" "app" {
  yaml_body = <<-YAML
${indented(yaml, 4)}
  YAML
}
`;
    expect(await spot(kubectl)).toBe('nth drain');
    const manifest = `${WITHOUT}
resource "kubernetes_manifest" "app" {
  manifest = yamldecode(file("app.yaml"))
}
`;
    expect(await spot(manifest, { 'app.yaml': yaml })).toBe('nth drain');
  });
});

const NODE_POOL = (name: string, type: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: ${name}
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [${type}] }]
`;

describe('manifests inside Terraform', () => {
  const KARPENTER = `
resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.2.1"
  values     = [yamlencode({ settings = { clusterName = "shop", interruptionQueue = "shop" } })]
}
`;
  const cases: readonly (readonly [
    string,
    string,
    Files,
    Readonly<Record<string, readonly string[]>>,
  ])[] = [
    [
      'kubernetes_manifest',
      'resource "kubernetes_manifest" "p" {\n  manifest = {\n    apiVersion = "karpenter.sh/v1"\n    kind = "NodePool"\n    metadata = { name = "a" }\n    spec = { template = { spec = { nodeClassRef = { group = "karpenter.k8s.aws", kind = "EC2NodeClass", name = "default" }, requirements = [{ key = "karpenter.sh/capacity-type", operator = "In", values = ["spot"] }] } } }\n  }\n}\n',
      {},
      { a: ['spot'] },
    ],
    [
      'kubectl_manifest with a template for each of several pools',
      'resource "kubectl_manifest" "p" {\n  for_each = { a = "spot", b = "on-demand" }\n  yaml_body = templatefile("${path.module}/pool.yaml.tpl", { name = each.key, type = each.value })\n}\n',
      { 'pool.yaml.tpl': NODE_POOL('${name}', '${type}') },
      { a: ['spot'], b: ['on-demand'] },
    ],
    [
      'a template that is called as if it were a manifest, and is none',
      'resource "kubectl_manifest" "p" {\n  for_each = { a = "spot", b = "on-demand" }\n  yaml_body = templatefile("${path.module}/pool.yaml", { name = each.key, type = each.value })\n}\n',
      {
        'pool.yaml': NODE_POOL('${name}', '${type}'),
        'other.yaml': `${NODE_POOL('c', 'spot')}%{ if x }\n[\n%{ endif }\n`,
      },
      { a: ['spot'], b: ['on-demand'] },
    ],
    [
      'kubectl_manifest for each file of a folder',
      'resource "kubectl_manifest" "p" {\n  for_each = fileset("${path.module}/pools", "*.yml")\n  yaml_body = file("${path.module}/pools/${each.value}")\n}\n',
      {
        'pools/a.yml': NODE_POOL('a', 'spot'),
        'pools/b.yml': NODE_POOL('b', 'on-demand'),
        'pools/c.txt': 'x',
      },
      { a: ['spot'], b: ['on-demand'] },
    ],
    [
      'a chart that renders what it is given',
      'resource "helm_release" "raw" {\n  name = "raw"\n  repository = "https://bedag.github.io/helm-charts/"\n  chart = "raw"\n  version = "2.0.0"\n  values = [yamlencode({ resources = [yamldecode(file("pool.yaml"))] })]\n}\n',
      {},
      { a: ['spot'] },
    ],
  ];
  for (const [name, block, more, capacity] of cases)
    it(name, async () => {
      const files = name.startsWith('a chart')
        ? { ...more, 'pool.yaml': NODE_POOL('a', 'spot') }
        : more;
      expect((await prove(KARPENTER + block, files)).capacity).toEqual(capacity);
    });
});

describe('Helm values alone', () => {
  it('are of the chart whose keys they have', async () => {
    const found = await prove('', {
      'k.yaml': 'settings: { clusterName: shop, interruptionQueue: "" }\n',
      'n.yaml': 'enableSpotInterruptionDraining: true\n',
      'p.yaml': NODE_POOL('a', 'spot'),
    });
    expect(found.pools.a?.['spot-interruption']).toMatch(/nth drain/);
  });
});
