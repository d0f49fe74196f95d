/** `diff --versions`: the release, and the input, at which something changes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

const GROUP =
  'arn:aws:autoscaling:eu-central-1:123456789012:autoScalingGroup:x:autoScalingGroupName/workers';

const root = (version: string, more = ''): string => `
module "addons" {
  source            = "aws-ia/eks-blueprints-addons/aws"
  version           = "${version}"
  cluster_name      = "shop"
  cluster_endpoint  = "https://shop"
  cluster_version   = "1.29"
  oidc_provider_arn = var.oidc
  enable_karpenter  = true
${more}}
variable "oidc" {}
`;
const NTH = `  enable_aws_node_termination_handler    = true
  aws_node_termination_handler_asg_arns  = ["${GROUP}"]
`;
const NAMES = `${NTH}  aws_node_termination_handler_asg_names = ["workers"]
`;

async function upgrade(text: string, versions: string, ...options: readonly string[]) {
  const host = memoryHost({ 'main.tf': text });
  const status = await run(host, ['diff', 'main.tf', '--versions', versions, ...options]);
  return { status, out: host.stdout(), err: host.stderr() };
}

interface Release {
  readonly to: string;
  readonly causes: readonly { readonly argument: string; readonly line: number }[];
  readonly differences: readonly {
    readonly owners: readonly { readonly events: readonly string[]; readonly after: string }[];
    readonly unread: readonly unknown[];
  }[];
  readonly begun: readonly { readonly rule: string }[];
  readonly notes: readonly { readonly says: string }[];
}

const releases = async (text: string, versions: string): Promise<readonly Release[]> =>
  JSON.parse((await upgrade(text, versions, '--format', 'json')).out).releases;

describe('an upgrade of the module', () => {
  it('names the release and the input at which both handlers go deaf', async () => {
    const all = await releases(root('1.16.2', NAMES), 'addons=1.16.2..1.24.3');
    const deaf = all.filter(({ differences }) =>
      differences.some(({ owners }) => owners.some(({ after }) => after === 'nobody')),
    );
    expect(deaf.map(({ to, causes }) => [to, causes])).toEqual([
      [
        '1.23.0',
        [{ argument: 'aws_node_termination_handler_asg_names', file: 'main.tf', line: 12 }],
      ],
    ]);
    // Without the input no release of the range takes an owner away.
    const without = await releases(root('1.16.2', NTH), 'addons=1.16.2..1.24.3');
    expect(
      without.flatMap(({ differences }) => differences.flatMap(({ owners }) => owners)),
    ).toEqual([]);
  });

  it('names the key of the queue that 1.10.x writes and its chart does not read', async () => {
    const all = await releases(root('1.9.2'), 'addons=1.9.2..1.11.0');
    expect(all.map(({ to, differences }) => [to, differences[0]?.unread])).toEqual([
      ['1.10.0', [{ of: 'karpenter', key: 'settings.interruptionQueueName' }]],
      ['1.11.0', []],
    ]);
  });

  it('reads as a person would have it', async () => {
    const { status, out } = await upgrade(root('1.16.2', NAMES), 'addons=1.21.1..1.24.0');
    expect(status).toBe(0);
    await expect(out).toMatchFileSnapshot('../golden/diff/upgrade-addons.txt');
    const markdown = await upgrade(
      root('1.16.2', NAMES),
      'addons=1.22.0..1.23.0',
      '--format',
      'markdown',
    );
    await expect(markdown.out).toMatchFileSnapshot('../golden/diff/upgrade-addons.md');
  });

  it('of a policy leaves out releases that nobody can use, and says which', async () => {
    const file = 'policies/payments-prod.yaml';
    const host = memoryHost({ [file]: readFileSync(file, 'utf8') });
    await run(host, ['diff', file, '--versions', 'addons=1.23.0..1.24.3', '--format', 'json']);
    const all: readonly Release[] = JSON.parse(host.stdout()).releases;
    expect(
      all
        .filter(({ notes }) => notes.some(({ says }) => says.includes('does not compile')))
        .map(({ to }) => to),
    ).toEqual(['1.24.0', '1.24.1']);
    expect(JSON.parse(host.stdout()).whole[0].proof).toEqual({ before: 'proved', after: 'proved' });
  });
});

describe('an upgrade of a chart', () => {
  it('names the NTH chart that never completes its hook, and where later ones are published', async () => {
    const all = await releases(root('1.16.2', NTH), 'nth=0.21.0..0.27.6');
    expect(
      all
        .filter(({ begun }) => begun.some(({ rule }) => rule === 'broken-chart'))
        .map(({ to }) => to),
    ).toEqual(['0.23.0']);
    expect(all.find(({ to }) => to === '0.22.0')?.notes[0]?.says).toContain(
      'oci://public.ecr.aws/aws-ec2/helm only',
    );
  });

  it('of Karpenter says what its drains do from 1.0 on, and what no longer is served from 1.1 on', async () => {
    const { out } = await upgrade(root('1.16.2'), 'karpenter=0.37.8..1.1.0');
    await expect(out).toMatchFileSnapshot('../golden/diff/upgrade-karpenter.txt');
  });
});

it('refuses ranges that are none', async () => {
  const said = async (versions: string) => {
    const { status, err } = await upgrade(root('1.16.2'), versions);
    return { status, err };
  };
  expect(await said('addons=1.24.3..1.16.2')).toMatchObject({
    status: 2,
    err: expect.stringContaining('goes nowhere'),
  });
  expect(await said('addons=1.16.2..9.9.9')).toMatchObject({
    status: 2,
    err: expect.stringContaining('"9.9.9" is no release of addons'),
  });
  expect(await said('helm=1..2')).toMatchObject({ status: 2 });
});
