/** `diff` through the command: policies, roots, revisions, in the forms that people read. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { changed, VALID } from '../support/policy.js';

const policy = (name: string): string => readFileSync(`policies/${name}.yaml`, 'utf8');

async function diff(before: string, after: string, ...options: readonly string[]) {
  const host = memoryHost({ 'before.yaml': before, 'after.yaml': after });
  const status = await run(host, ['diff', 'before.yaml', 'after.yaml', ...options]);
  return { status, out: host.stdout(), err: host.stderr() };
}

const json = async (before: string, after: string) =>
  JSON.parse((await diff(before, after, '--format', 'json')).out).differences[0];

const AFTER = policy('payments-prod')
  .replace('karpenter: { chart: 1.8.8,', 'karpenter: { chart: 1.12.1,')
  .replace('terminationGracePeriod: 1h', 'terminationGracePeriod: 2h')
  .replace('al2023@v20250915', 'al2023@v20251101')
  .replace('podTerminationGracePeriod: 90', 'podTerminationGracePeriod: 60')
  .replace('events: [rebalance-recommendation]', 'events: [scheduled-change]')
  .replace(
    'relaunch churn costs more than the earlier notice gains',
    'the team moves its jobs by hand',
  );

describe('the difference of two policies', () => {
  it('is five lines, and all of it where they cannot hold it', async () => {
    const { status, out } = await diff(policy('payments-prod'), AFTER);
    expect(status).toBe(0);
    await expect(out).toMatchFileSnapshot('../golden/diff/payments-prod.txt');
  });

  it('is five lines of Markdown for a pull request', async () => {
    const { out } = await diff(policy('payments-prod'), AFTER, '--format', 'markdown');
    await expect(out).toMatchFileSnapshot('../golden/diff/payments-prod.md');
    expect(out.match(/^- \*\*/gm)).toHaveLength(5);
  });

  it('is nothing for the same policy, whatever it is called', async () => {
    const { status, out } = await diff(VALID, VALID);
    expect({ status, out }).toEqual({
      status: 0,
      out: 'nothing changes: owners, drains, nodes and versions are the same\n',
    });
  });

  it('is reversed when they are', async () => {
    const before = policy('payments-prod');
    const [there, back] = [await json(before, AFTER), await json(AFTER, before)];
    expect(back.versions).toEqual(
      there.versions.map(({ of, before, after }: Record<string, string>) => ({
        of,
        ...(after === undefined ? {} : { before: after }),
        ...(before === undefined ? {} : { after: before }),
      })),
    );
    expect(back.pools).toEqual({ added: there.pools.removed, removed: there.pools.added });
  });
});

describe('nodes', () => {
  const touched = async (from: string, to: string) =>
    (await json(VALID, changed(from, to))).touched.map(
      ({ pool, effect }: Record<string, string>) => `${pool} ${effect}`,
    );
  it.each([
    [
      'a label of their template',
      'mix: { prefer: spot }',
      'mix: { prefer: spot }\n    labels: { team: a }',
      ['web drifted'],
    ],
    [
      'a tag of the node class',
      '    spec:\n',
      '    spec:\n      tags: { a: b }\n',
      ['web drifted'],
    ],
    ['another image', 'v20250915', 'v20251101', ['web unfit']],
    ['a requirement', '[c, m, r]', '[c, m]', ['web unfit']],
    [
      'no more than a limit',
      'mix: { prefer: spot }',
      'mix: { prefer: spot }\n    limits: { cpu: "10" }',
      [],
    ],
  ])('are touched by %s as Karpenter finds drift', async (_, from, to, expected) => {
    expect(await touched(from, to)).toEqual(expected);
  });

  const group = (more: string): string => `
resource "aws_eks_cluster" "this" {
  name = "shop"
}
resource "aws_eks_node_group" "system" {
  cluster_name    = aws_eks_cluster.this.name
  node_group_name = "system"
  ${more}
}
`;
  it.each([
    [
      'an instance type',
      'instance_types = ["m5.large"]',
      'instance_types = ["m6i.large"]',
      'recreated',
    ],
    ['a release', 'release_version = "1.33.1"', 'release_version = "1.33.2"', 'rolled'],
    ['a label', 'labels = { a = "1" }', 'labels = { a = "2" }', undefined],
  ])('of a managed node group are touched by %s', async (_, from, to, effect) => {
    const host = memoryHost({ 'a/main.tf': group(from), 'b/main.tf': group(to) });
    await run(host, ['diff', 'a', 'b', '--format', 'json']);
    const [difference] = JSON.parse(host.stdout()).differences;
    expect(difference.touched.map((one: { effect: string }) => one.effect)).toEqual(
      effect === undefined ? [] : [effect],
    );
  });
});

describe('revisions', () => {
  const revisions = {
    main: { 'policies/checkout.yaml': VALID, 'policies/other.yaml': policy('service-pool') },
    'HEAD~1': { 'infra/main.tf': 'module "vpc" { source = "./vpc" }\n' },
  };

  it('are read by name and path, and pair by the path below it', async () => {
    const text = changed('chart: 1.8.8', 'chart: 1.8.7');
    const host = memoryHost({ 'policies/checkout.yaml': text }, revisions);
    expect(await run(host, ['diff', 'main:policies', 'policies', '--format', 'json'])).toBe(0);
    const { differences } = JSON.parse(host.stdout());
    expect(differences.map(({ root, proof }: Record<string, unknown>) => [root, proof])).toEqual([
      ['policies/checkout.yaml', { before: 'proved', after: 'proved' }],
      ['policies/other.yaml', { before: 'proved' }],
    ]);
    expect(differences[0].versions).toEqual([{ of: 'karpenter', before: '1.8.8', after: '1.8.7' }]);
  });

  it('that are none, or have no such path, stop it', async () => {
    const host = memoryHost({ 'a.yaml': VALID }, revisions);
    expect(await run(host, ['diff', 'nowhere', 'a.yaml'])).toBe(3);
    expect(host.stderr()).toContain('"nowhere" is no file, no folder and no revision');
    expect(await run(host, ['diff', 'main:infra', 'a.yaml'])).toBe(3);
    expect(host.stderr()).toContain('"main" has no "infra" below the working directory');
  });
});

describe('a lock', () => {
  it('agrees with what it was written for, and fails on what nobody has agreed to', async () => {
    const host = memoryHost({ 'a.yaml': VALID });
    expect(await run(host, ['diff', 'a.yaml', '--write-lock'])).toBe(0);
    expect(await run(host, ['diff', 'a.yaml', '--lock', 'interlock.lock.json'])).toBe(0);
    expect(host.stdout()).toContain('interlock.lock.json agrees');
    host.files.set('a.yaml', changed('chart: 1.8.8', 'chart: 1.8.7'));
    expect(await run(host, ['diff', 'a.yaml', '--lock', 'interlock.lock.json'])).toBe(1);
    expect(host.stdout()).toContain('karpenter is at 1.8.7, and interlock.lock.json says 1.8.8');
  });
});

it('compares nothing where a policy cannot be compiled', async () => {
  const { status, err } = await diff(VALID, changed('mix: { spot: 100 }', 'mix: { spots: 100 }'));
  expect(status).toBe(1);
  expect(err).toMatch(/\[invalid-policy\][\s\S]*nothing was compared\n$/);
});
