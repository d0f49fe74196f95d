/** `compile --target inputs --into DIR`: what a repo takes of what was compiled for it, and what it then does. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

const POLICY = 'policies/mixed-fleet.yaml';
const POLICIES = { [POLICY]: readFileSync(POLICY, 'utf8') };

const CLUSTER = `provider "aws" {
  region = "eu-central-1"
}

terraform {
  required_providers {
    helm = { source = "hashicorp/helm", version = "~> 2.12" }
  }
}

provider "helm" {
  kubernetes {
    host = module.eks.cluster_endpoint
  }
}

module "eks" {
  source                   = "terraform-aws-modules/eks/aws"
  version                  = "20.37.2"
  cluster_name             = "mixed"
  cluster_version          = "1.33"
  eks_managed_node_groups  = { system = { instance_types = ["m5.large"] } }
  self_managed_node_groups = { batch = GROUP }
  fargate_profiles         = { reports = { selectors = [{ namespace = "reports" }] } }
}
`;

const CALL = `
module "eks_blueprints_addons" {
  source            = "aws-ia/eks-blueprints-addons/aws"
  version           = "1.16.2"
  cluster_name      = module.eks.cluster_name
  cluster_endpoint  = module.eks.cluster_endpoint
  cluster_version   = module.eks.cluster_version
  oidc_provider_arn = module.eks.oidc_provider_arn
INPUTS}
`;

const MODULES = `
module "interlock" {
  source                      = "./interlock"
  batch_autoscaling_group_arn = module.eks.self_managed_node_groups["batch"].autoscaling_group_arn
}

module "interlock_beside" {
  source                  = "./interlock/beside"
  karpenter_node_role_arn = module.eks_blueprints_addons.karpenter.node_iam_role_arn
  depends_on              = [module.eks_blueprints_addons]
}
`;

const TAKEN = [
  'enable_karpenter',
  'karpenter_enable_spot_termination',
  'karpenter_enable_instance_profile_creation',
  'karpenter',
  'karpenter_node',
  'enable_aws_node_termination_handler',
  'aws_node_termination_handler_asg_arns',
  'aws_node_termination_handler',
];
const take = (names: readonly string[]): string =>
  names.map((name) => `  ${name} = module.interlock.${name}\n`).join('');

const root = (group: string, inputs: string, more: string): string =>
  CLUSTER.replace('GROUP', () => group) + CALL.replace('INPUTS', () => inputs) + more;

const BEFORE = root(
  '{ instance_market_options = { market_type = "spot" } }',
  `  enable_karpenter                      = true
  enable_aws_node_termination_handler   = true
  aws_node_termination_handler_asg_arns = [module.eks.self_managed_node_groups["batch"].autoscaling_group_arn]
`,
  '',
);
const GROUP = 'merge({}, module.interlock.self_managed_node_groups["batch"])';
const AFTER = root(GROUP, take(TAKEN), MODULES);

async function into(main: string, ...args: readonly string[]) {
  const host = memoryHost({ ...POLICIES, 'repo/main.tf': main });
  const line = ['compile', POLICY, '--target', 'inputs', '--into', 'repo', ...args];
  const status = await run(host, line);
  return { host, status, said: host.stdout() };
}

/** The line at which something is said. */
const lineOf = (main: string, text: string): number =>
  main.slice(0, main.indexOf(text)).split('\n').length;

describe('a repo that takes every output', () => {
  it('does what the policy says, and lints clean with the modules in it', async () => {
    const { host, status, said } = await into(AFTER);
    expect(said).toContain('repo does what the policy says');
    expect(status).toBe(0);
    const written = [...host.files.keys()].filter((file) => file.startsWith('repo/interlock/'));
    expect(written).toContain('repo/interlock/outputs.tf.json');
    expect(written).toContain('repo/interlock/beside/charts/interlock-nodepools/Chart.yaml');
    const again = memoryHost(Object.fromEntries(host.files));
    expect(await run(again, ['prove', 'repo'])).toBe(0);
    expect(again.stdout()).toMatch(/^proved$/m);
  });

  it('is judged before anything is written with --check', async () => {
    const { host, status } = await into(AFTER, '--check');
    expect(status).toBe(0);
    expect([...host.files.keys()].sort()).toEqual([POLICY, 'repo/main.tf']);
  });

  it('gets values only for variables that its root declares', async () => {
    const declared = `${AFTER}variable "enable_karpenter" {\n  type = bool\n}\n`;
    const { host } = await into(declared);
    expect(JSON.parse(host.files.get('repo/interlock.auto.tfvars.json') ?? '')).toEqual({
      enable_karpenter: true,
    });
    expect((await into(AFTER)).host.files.has('repo/interlock.auto.tfvars.json')).toBe(false);
  });
});

describe('a repo that does not take an output', () => {
  it('is told which lines to change, at the call', async () => {
    const { status, said } = await into(BEFORE, '--check');
    expect(status).toBe(1);
    const at = `repo/main.tf:${lineOf(BEFORE, 'module "eks_blueprints_addons"')}:1`;
    for (const name of ['karpenter', 'karpenter_node', 'aws_node_termination_handler'])
      expect(said).toContain(`${at}: error: the call does not take "${name}" [untaken-output]`);
    expect(said).toContain('write karpenter = module.interlock.karpenter');
    expect(said).toContain(`${at}: error: nothing calls the second module`);
    // What the module does by default need not be said.
    expect(said).not.toContain('"karpenter_enable_spot_termination"');
  });

  it.each(TAKEN.filter((name) => !name.startsWith('karpenter_enable')))(
    'is told of %s alone, where all the others are taken',
    async (name) => {
      const main = root(GROUP, take(TAKEN.filter((other) => other !== name)), MODULES);
      const { status, said } = await into(main, '--check');
      expect(status).toBe(1);
      const named = [...said.matchAll(/does not take "(\w+)"/g)].map((match) => match[1]);
      expect(named).toEqual([name]);
    },
  );

  it('is told where it gives another value, at the argument', async () => {
    const other =
      'aws_node_termination_handler = { set = [{ name = "checkTagBeforeDraining", value = "false" }] }';
    const main = AFTER.replace(
      'aws_node_termination_handler = module.interlock.aws_node_termination_handler',
      other,
    );
    const { status, said } = await into(main, '--check');
    expect(status).toBe(1);
    expect(said).toContain(
      `repo/main.tf:${lineOf(main, other)}:3: error: the call gives another "aws_node_termination_handler"`,
    );
    expect(said).toContain('[wrong-owner]');
    expect(said).toContain('[duplicate-handler]');
  });

  it('is told where the release is another', async () => {
    const main = AFTER.replace('"1.16.2"', '"1.19.0"');
    const { said } = await into(main, '--check');
    expect(said).toMatch(
      /warning: the call is at release "1.19.0", and the policy is compiled for 1.16.2/,
    );
  });

  it('is told where nothing calls the add-ons module', async () => {
    const { status, said } = await into('resource "aws_s3_bucket" "logs" {}\n', '--check');
    expect(status).toBe(1);
    expect(said).toContain('nothing in "repo" calls the add-ons module');
  });
});

describe('wrong usage', () => {
  it.each([
    ['another target', ['compile', POLICY, '--target', 'module', '--into', 'repo']],
    ['no target', ['compile', POLICY, '--into', 'repo']],
  ])('%s', async (_, args) => {
    const host = memoryHost({ ...POLICIES, 'repo/main.tf': AFTER });
    expect(await run(host, args)).toBe(2);
    expect(host.stderr()).toContain('--into takes one policy and --target inputs');
  });
});
