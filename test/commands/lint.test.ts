/** `lint` on what people have: what it says, how it ends, and what it does not even read. */
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { lintFiles } from '../support/roots.js';

const MAIN = `
module "eks_addons" {
  source            = "aws-ia/eks-blueprints-addons/aws"
  version           = "1.16.2"
  cluster_name      = "shop"
  cluster_endpoint  = var.endpoint
  cluster_version   = "1.29"
  oidc_provider_arn = var.oidc_provider_arn
  enable_karpenter  = true
}
`;

/** A host that fails where the grammar of HCL is asked for. */
function withoutParser(files: Readonly<Record<string, string>>) {
  const host = memoryHost(files);
  return { ...host, hclParser: () => Promise.reject(new Error('the parser was loaded')) };
}

describe('a tree of Terraform about other things', () => {
  const block = (i: number): string =>
    `resource "aws_s3_bucket" "b${i}" {\n  bucket = "x-\${var.env}-${i}"\n  tags   = { a = "b" }\n}\n`;
  const files = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, i) => [
      `m${Math.floor(i / 20)}/f${i}.tf`,
      Array.from({ length: 10 }, (_, j) => block(j)).join('\n'),
    ]),
  );

  it('is passed over at once, and nothing is loaded for it', async () => {
    const host = withoutParser(files);
    expect(await run(host, ['lint', '.'])).toBe(0);
    expect(host.stdout()).toBe('nothing to judge was found\n');
  });

  it('proves nothing', async () => {
    const host = withoutParser(files);
    expect(await run(host, ['prove', '.'])).toBe(1);
    expect(host.stdout()).toBe('undetermined: nothing to judge was found\n');
  });

  it('does not keep what is among it from being judged', async () => {
    const { clusters } = JSON.parse(
      await (async () => {
        const host = memoryHost({ ...files, 'addons/main.tf': MAIN });
        await run(host, ['prove', '.', '--format', 'json']);
        return host.stdout().replace('"configurations"', '"clusters"');
      })(),
    ) as { clusters: { root: string; cluster: string }[] };
    expect(clusters.map(({ root, cluster }) => [root, cluster])).toEqual([['addons', 'shop']]);
  });
});

describe('the answer', () => {
  it('is complete where everything that was given could be read', async () => {
    const { complete, status, findings } = await lintFiles({ 'main.tf': MAIN });
    expect({ complete, status }).toEqual({ complete: true, status: 0 });
    expect(findings.map(({ rule }) => rule)).toContain('ownership-table');
  });

  const broken: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [
      'a block that is never closed',
      { 'main.tf': `${MAIN}resource "aws_sqs_queue" "q" {\n  name = \n` },
    ],
    ['a plan that ends in the middle', { 'main.tf': MAIN, 'plan.json': '{ "planned_values": { ' }],
    ['variables that are none', { 'main.tf': MAIN, 'terraform.tfvars': 'a = = 1\n' }],
    [
      'a manifest that is no YAML',
      { 'main.tf': MAIN, 'pool.yaml': 'apiVersion: karpenter.sh/v1\nkind: NodePool\n  a: [\n' },
    ],
  ];
  for (const [name, files] of broken)
    it(`is not complete with ${name}, and says where`, async () => {
      const { complete, status, findings } = await lintFiles(files);
      expect({ complete, status }).toEqual({ complete: false, status: 1 });
      expect(
        findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule),
      ).toContain('unreadable-file');
      // What could be read is judged all the same.
      expect(findings.map(({ rule }) => rule)).toContain('ownership-table');
    });

  it('has one note for a manifest about other things that is broken in many places', async () => {
    const twice = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: 1\n  a: 2\n  b: 1\n  b: 2\n';
    const files = { 'tf/main.tf': MAIN, 'tf/k8s/config.yaml': twice };
    const { complete, status, findings } = await lintFiles(files, { paths: ['tf'] });
    expect({ complete, status }).toEqual({ complete: false, status: 0 });
    expect(
      findings.filter(({ rule }) => rule === 'unreadable-file').map(({ severity }) => severity),
    ).toEqual(['note']);
  });

  it('is about a file that is not there', async () => {
    const host = memoryHost();
    expect(await run(host, ['lint', 'gone.tf', '--format', 'json'])).toBe(1);
    expect(JSON.parse(host.stdout())).toMatchObject({
      version: 1,
      complete: false,
      findings: [{ rule: 'unreadable-file', file: 'gone.tf', line: 1 }],
    });
  });

  it('weighs rules as interlock.yaml does', async () => {
    const files = (severities: string) => ({
      'values.yaml': 'settings:\n  clusterName: shop\n  interruptionQueue: ""\n',
      'pool.yaml': `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: workers }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`,
      'interlock.yaml': `assume: { karpenter: 1.8.1 }\nseverities: ${severities}\n`,
    });
    const found = async (severities: string) => {
      const { status, findings } = await lintFiles(files(severities), { paths: ['.'] });
      const own = findings.filter(({ rule }) => rule === 'unhandled-event');
      return { status, severities: [...new Set(own.map(({ severity }) => severity))].sort() };
    };
    expect(await found('{}')).toEqual({ status: 1, severities: ['error', 'note', 'warning'] });
    expect(await found('{ unhandled-event: off }')).toEqual({ status: 0, severities: [] });
    expect(await found('{ unhandled-event: note }')).toEqual({ status: 0, severities: ['note'] });
  });
});

describe('standard input', () => {
  it('is read as what it says', async () => {
    const { findings } = await lintFiles({ '-': MAIN });
    expect(findings.map(({ rule, file }) => `${rule} ${file}`)).toContain('ownership-table -');
  });
});
