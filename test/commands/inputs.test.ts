/** What a command takes its files for, and which of them are one configuration. */
import { describe, expect, it } from 'vitest';
import { kindOfFile } from '../../src/commands/file-kinds.js';
import { gather } from '../../src/commands/inputs.js';
import { memoryHost } from '../support/memory-host.js';
import type { Files } from '../support/roots.js';

const QUEUE = 'resource "aws_sqs_queue" "k" {\n  name = "Karpenter-shop"\n}\n';
const POOL = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: a }\n';
const POLICY = 'apiVersion: interlock/v1alpha1\nkind: InterruptionPolicy\n';
const VALUES = 'settings:\n  interruptionQueue: shop\n';
const PLAN = '{ "format_version": "1.2", "planned_values": { "root_module": {} } }';

describe('what a file is', () => {
  const cases: readonly (readonly [string, string, string, boolean, string])[] = [
    ['Terraform, by its name', 'a/main.tf', '', false, 'terraform'],
    ['OpenTofu', 'main.tofu', '', false, 'terraform'],
    ['Terraform as JSON', 'main.tf.json', '{}', false, 'terraform'],
    ['variables', 'prod.tfvars', 'a = 1', false, 'variables'],
    ['variables as JSON', 'a.auto.tfvars.json', '{}', false, 'variables'],
    ['a lock file', '.terraform.lock.hcl', '', false, 'lock'],
    ['a plan, by what it says', 'out.json', PLAN, false, 'plan'],
    ['some JSON in a folder', 'package.json', '{ "name": "x" }', false, 'other'],
    ['a manifest', 'pool.yaml', POOL, false, 'manifest'],
    [
      'a manifest as JSON',
      'pool.json',
      '{ "apiVersion": "v1", "kind": "List" }',
      false,
      'manifest',
    ],
    ['values of a handler', 'values.yaml', VALUES, false, 'manifest'],
    ['values of something else in a folder', 'values.yaml', 'replicas: 2\n', false, 'other'],
    ['values that somebody names', 'values.yaml', 'replicas: 2\n', true, 'manifest'],
    ['a policy', 'interlock.yaml', POLICY, false, 'policy'],
    ['a policy without its header, named', 'p.yaml', 'capacity:\n  pools: {}\n', true, 'policy'],
    ['the project file', 'interlock.yaml', 'roots: []\n', false, 'project'],
    ['text on standard input: Terraform', '-', QUEUE, true, 'terraform'],
    ['text on standard input: a plan', '-', PLAN, true, 'plan'],
    ['text on standard input: a manifest', '-', POOL, true, 'manifest'],
    ['text on standard input: a policy', '-', POLICY, true, 'policy'],
    ['a template, also where it is named', 'values.yaml.tpl', VALUES, true, 'other'],
    ['a template of Terraform', 'eks.j2.tf', '{% if eks %}', false, 'other'],
    ['Terraform without its suffix, named', 'main', QUEUE, true, 'terraform'],
  ];
  for (const [name, path, text, named, kind] of cases)
    it(name, () => {
      expect(kindOfFile(path, text, named)).toBe(kind);
    });
});

/** Each configuration as its root, with the files of each kind. */
function gathered(files: Files, paths: readonly string[]) {
  const { configurations, policies, complete } = gather(memoryHost(files), paths);
  return {
    complete,
    policies: policies.map(({ file }) => file),
    configurations: configurations.map(({ root, terraform, plans, manifests }) => ({
      root,
      terraform: terraform.flatMap((one) => one.reachable().map(({ file }) => file)),
      variables: terraform.flatMap((one) => one.variables.map(({ file }) => file)),
      plans: plans.map(({ file }) => file),
      manifests: manifests.map(({ file, cluster }) => (cluster ? `${file} (${cluster})` : file)),
    })),
  };
}

const configuration = (root: string, more: Readonly<Record<string, readonly string[]>> = {}) => ({
  root,
  terraform: [],
  variables: [],
  plans: [],
  manifests: [],
  ...more,
});

describe('one configuration', () => {
  it('is what is named together', () => {
    const files = {
      'a.tf': QUEUE,
      'b.tf': QUEUE,
      'pool.yaml': POOL,
      'p.yaml': POLICY,
      'x.tfvars': 'a = 1',
    };
    expect(gathered(files, Object.keys(files))).toEqual({
      complete: true,
      policies: ['p.yaml'],
      configurations: [
        configuration('a.tf and 2 more', {
          terraform: ['a.tf', 'b.tf'],
          variables: ['x.tfvars'],
          manifests: ['pool.yaml'],
        }),
      ],
    });
  });

  it('is each Terraform root of a directory, with the modules that it calls and the manifests below it', () => {
    const files = {
      'blue/main.tf': `${QUEUE}module "q" {\n  source = "../modules/q"\n}\n`,
      'blue/k8s/pool.yaml': POOL,
      'blue/terraform.tfvars': 'a = 1',
      'blue/other.tfvars': 'a = 2',
      'green/main.tf': QUEUE,
      'green/pool.yaml': POOL,
      'modules/q/main.tf': QUEUE,
      'bucket/main.tf': 'resource "aws_s3_bucket" "b" {}\n',
    };
    expect(gathered(files, ['.']).configurations).toEqual([
      configuration('blue', {
        terraform: ['blue/main.tf', 'modules/q/main.tf'],
        variables: ['blue/terraform.tfvars'],
        manifests: ['blue/k8s/pool.yaml'],
      }),
      configuration('green', { terraform: ['green/main.tf'], manifests: ['green/pool.yaml'] }),
    ]);
  });

  it('takes manifests beside it where it is the only one', () => {
    const files = { 'tf/main.tf': QUEUE, 'k8s/pool.yaml': POOL };
    expect(gathered(files, ['.']).configurations).toEqual([
      configuration('tf', { terraform: ['tf/main.tf'], manifests: ['k8s/pool.yaml'] }),
    ]);
  });

  it('leaves manifests to themselves where there are several', () => {
    const files = { 'a/main.tf': QUEUE, 'b/main.tf': QUEUE, 'k8s/pool.yaml': POOL };
    expect(gathered(files, ['.']).configurations.map(({ root }) => root)).toEqual([
      'a',
      'b',
      'k8s/pool.yaml',
    ]);
  });

  it('has what interlock.yaml gives it, without what that leaves out', () => {
    const files = {
      'interlock.yaml': `
roots:
  - path: blue
    manifests: { one: [shared, blue/k8s] }
    variables: [vars/blue.tfvars]
exclude: [legacy, "**/old.yaml"]
`,
      'blue/main.tf': QUEUE,
      'blue/k8s/pool.yaml': POOL,
      'blue/k8s/old.yaml': POOL,
      'shared/pool.yaml': POOL,
      'vars/blue.tfvars': 'a = 1',
      'legacy/main.tf': QUEUE,
    };
    expect(gathered(files, ['.']).configurations).toEqual([
      configuration('blue', {
        terraform: ['blue/main.tf'],
        variables: ['vars/blue.tfvars'],
        manifests: ['shared/pool.yaml (one)', 'blue/k8s/pool.yaml (one)'],
      }),
    ]);
  });

  it('is a folder of modules that call each other, once', () => {
    const call = (to: string): string => `${QUEUE}module "m" {\n  source = "../${to}"\n}\n`;
    const files = { 'a/main.tf': call('b'), 'b/main.tf': call('a') };
    expect(gathered(files, ['.']).configurations.map(({ root }) => root)).toEqual(['a']);
  });

  it('adds a named file to a directory', () => {
    const files = {
      'tf/main.tf': QUEUE,
      'elsewhere/prod.tfvars': 'a = 1',
      'elsewhere/pool.yaml': POOL,
    };
    const { configurations } = gathered(files, [
      'tf',
      'elsewhere/prod.tfvars',
      'elsewhere/pool.yaml',
    ]);
    expect(configurations).toEqual([
      configuration('tf', {
        terraform: ['tf/main.tf'],
        variables: ['elsewhere/prod.tfvars'],
        manifests: ['elsewhere/pool.yaml'],
      }),
    ]);
  });

  it('reads no module outside of what was given', () => {
    const files = {
      'a/main.tf': `${QUEUE}module "m" {\n  source = "../secret"\n}\n`,
      'secret/main.tf': QUEUE,
    };
    const named = gathered(files, ['a/main.tf']).configurations[0];
    const folder = gathered(files, ['a']).configurations[0];
    expect(named?.terraform).toEqual(['a/main.tf']);
    expect(folder?.terraform).toEqual(['a/main.tf']);
  });

  it('is none where nothing is about interruptions', () => {
    const files = {
      'main.tf': 'resource "aws_s3_bucket" "b" {}\n',
      'deploy.yaml': 'apiVersion: apps/v1\nkind: Deployment\n',
    };
    expect(gathered(files, ['.']).configurations).toEqual([]);
  });
});

describe('what is given and cannot be read', () => {
  it('makes the answer incomplete', () => {
    expect(gathered({}, ['gone.tf']).complete).toBe(false);
    expect(gathered({ 'interlock.yaml': 'rots: []\n', 'main.tf': QUEUE }, ['.']).complete).toBe(
      false,
    );
  });
});
