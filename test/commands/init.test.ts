/** `init`: what it makes of a repo, and that what it writes is judged at once. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../src/commands/program.js';
import { type MemoryHost, memoryHost } from '../support/memory-host.js';
import { VALID } from '../support/policy.js';

const TERRAFORM = readFileSync('test/pipeline/roots/both-add-ons/input.tf', 'utf8');
const SPOT = readFileSync('test/pipeline/roots/managed-and-karpenter/input.tf', 'utf8');
const NODE_POOL = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec: { template: { spec: { nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: web } } } }
`;

async function init(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ status: number; host: MemoryHost; text: (file: string) => string }> {
  const host = memoryHost(files);
  const status = await run(host, ['init', ...args]);
  return { status, host, text: (file) => host.files.get(file) ?? '' };
}

async function statusOf(host: MemoryHost, ...args: readonly string[]): Promise<number> {
  return run({ ...host, out: () => {}, err: () => {} }, args);
}

describe('in an empty folder', () => {
  it('writes a policy that is valid and proved as it stands, and interlock.yaml', async () => {
    const { status, host } = await init({});
    expect(status).toBe(0);
    expect([...host.files.keys()]).toEqual(['policies/my-cluster.yaml', 'interlock.yaml']);
    expect(host.stdout()).toContain('say in policies/my-cluster.yaml which cluster it is for');
    expect(await statusOf(host, 'prove', 'policies')).toBe(0);
    expect(await statusOf(host, 'lint', '.', '--fail-on', 'warning')).toBe(0);
  });

  it('writes the policy where it is told to', async () => {
    const { host } = await init({}, 'eks/shop.yaml');
    expect(host.files.has('eks/shop.yaml')).toBe(true);
  });
});

describe('in a repo with Terraform', () => {
  it('writes the policy that describes its cluster', async () => {
    const { status, host, text } = await init({ 'main.tf': TERRAFORM });
    expect(status).toBe(0);
    expect(parse(text('policies/complete.yaml'))).toMatchObject({
      cluster: { name: 'complete', kubernetesVersion: '1.29' },
      versions: { addons: '1.16.2' },
      handlers: { nth: { mode: 'queue' } },
    });
    expect(parse(text('interlock.yaml'))).toBe(null);
    expect(host.stderr()).toContain('nothing says the region of the cluster');
    expect(await statusOf(host, 'prove', '.')).toBe(0);
  });

  it('lists roots where there are several, leaves fixtures out, and names manifests of no root', async () => {
    const { text, host } = await init({
      'infra/prod/main.tf': TERRAFORM,
      'infra/staging/main.tf': SPOT,
      'modules/eks/testdata/main.tf': TERRAFORM,
      'k8s/web.yaml': NODE_POOL,
    });
    const project = text('interlock.yaml');
    expect(parse(project)).toEqual({
      roots: [{ path: 'infra/prod' }, { path: 'infra/staging' }],
      exclude: ['**/testdata/**'],
    });
    expect(project).toContain('#   k8s\n');
    for (const name of ['complete', 'std'])
      expect(host.files.has(`policies/${name}.yaml`)).toBe(true);
    expect([...host.files.keys()].filter((file) => file.startsWith('policies/'))).toHaveLength(3);
    expect(await statusOf(host, 'lint', 'infra', 'policies')).toBe(0);
  });

  it('points editors to the schema where the package is installed', async () => {
    const schemas = 'node_modules/eks-interlock/schemas';
    const { text } = await init({
      [`${schemas}/policy.v1.schema.json`]: '{}',
      [`${schemas}/interlock.v1.schema.json`]: '{}',
    });
    expect(text('policies/my-cluster.yaml')).toMatch(
      `# yaml-language-server: $schema=../${schemas}/policy.v1.schema.json\n`,
    );
    expect(text('interlock.yaml')).toMatch(`$schema=${schemas}/interlock.v1.schema.json\n`);
  });
});

describe('where something is there already', () => {
  it('keeps what is there, and writes what is missing', async () => {
    const { status, host } = await init({ 'policies/checkout.yaml': VALID });
    expect(status).toBe(0);
    expect([...host.files.keys()]).toEqual(['policies/checkout.yaml', 'interlock.yaml']);
  });

  it('says so and writes nothing', async () => {
    const files = { 'policies/checkout.yaml': VALID, 'interlock.yaml': 'exclude: []\n' };
    const { status, host } = await init(files, 'policies/checkout.yaml');
    expect(status).toBe(1);
    expect(host.stderr()).toBe('policies/checkout.yaml exists and is left as it is\n');
    expect(Object.fromEntries(host.files)).toEqual(files);
  });

  it('says that nothing is to write', async () => {
    const { status, host } = await init({ 'policies/a.yaml': VALID, 'interlock.yaml': '{}' });
    expect(status).toBe(1);
    expect(host.stderr()).toBe('this repo has policies and interlock.yaml: nothing is to write\n');
  });

  it('ends with 3 where nothing can be written', async () => {
    const host = memoryHost({});
    const full = { ...host, write: () => ({ problem: 'policies: permission denied' }) };
    expect(await run(full, ['init'])).toBe(3);
    expect(host.stderr()).toContain('permission denied');
  });
});
