/** The add-ons module's tables, against what the module does at single releases. */
import { describe, expect, it } from 'vitest';
import {
  addonsInput,
  addonsInputs,
  addonsReleases,
  isMapOfObjects,
  karpenterActions,
  karpenterSettings,
  nthActions,
  objectKeys,
  outputs,
  releaseParameters,
  releasesWithInput,
  requiredProviders,
  requiredTerraform,
  unusable,
  workingProviders,
} from '../../src/facts/addons.js';
import { compareVersions } from '../../src/facts/range.js';

const helm = (release: string) =>
  requiredProviders(release).find(({ name }) => name === 'helm')?.constraint;

describe('releases', () => {
  it('are 48, oldest first', () => {
    const releases = addonsReleases();
    expect(releases).toHaveLength(48);
    expect([...releases].sort(compareVersions)).toEqual(releases);
  });

  it.each([
    ['1.24.0', true],
    ['1.24.1', true],
    ['1.23.0', false],
    ['1.24.2', false],
  ])('%s is unusable: %s', (release, expected) => {
    expect(unusable(release) !== undefined).toBe(expected);
  });
});

describe('inputs', () => {
  it('has 4 required ones at every release', () => {
    for (const release of addonsReleases()) {
      const required = addonsInputs(release).filter((input) => input.required);
      expect(required.map(({ name }) => name)).toEqual([
        'cluster_endpoint',
        'cluster_name',
        'cluster_version',
        'oidc_provider_arn',
      ]);
    }
  });

  it.each([
    ['1.16.2', 'aws_node_termination_handler_asg_arns', 'list(string)', []],
    ['1.22.0', 'aws_node_termination_handler_asg_names', 'list(string)', []],
    ['1.18.0', 'observability_tag', 'string', 'qs-1ubotj5kl'],
    ['1.24.3', 'karpenter_enable_spot_termination', 'bool', true],
    ['1.0.0', 'karpenter', 'any', {}],
  ])('%s takes %s as %s', (release, name, type, value) => {
    expect(addonsInput(release, name)).toEqual({ name, type, required: false, default: value });
  });

  it.each([
    ['1.21.1', 'aws_node_termination_handler_asg_names'],
    ['1.17.0', 'observability_tag'],
    ['1.9.2', 'karpenter_enable_instance_profile_creation'],
    ['1.16.2', 'enable_kubernetes'],
    ['1.16.2', 'toString'],
  ])('%s does not take %s', (release, name) => {
    expect(addonsInput(release, name)).toBeUndefined();
  });

  it('names the releases that have an input', () => {
    expect(releasesWithInput('aws_node_termination_handler_asg_names')[0]).toBe('1.22.0');
    expect(releasesWithInput('enable_nth')).toEqual([]);
  });
});

describe('keys of any-typed inputs', () => {
  it.each([
    ['1.16.2', 'karpenter', 'chart_version', true],
    ['1.16.2', 'karpenter', 'version', false],
    ['1.16.2', 'karpenter', 'trust_policy_statements', false],
    ['1.24.3', 'karpenter', 'trust_policy_statements', true],
    ['1.12.0', 'karpenter', 'irsa_tag_key', true],
    ['1.13.0', 'karpenter', 'irsa_tag_key', false],
    ['1.3.0', 'karpenter', 'chart', false],
    ['1.4.0', 'karpenter', 'chart', true],
    ['1.16.2', 'karpenter_sqs', 'queue_name', true],
    ['1.16.2', 'karpenter_sqs', 'name', false],
    ['1.16.2', 'aws_node_termination_handler_sqs', 'visibility_timeout_seconds', false],
    ['1.16.2', 'bottlerocket_update_operator', 'chart_version', false],
    ['1.16.2', 'bottlerocket_update_operator', 'version', true],
    ['1.16.2', 'bottlerocket_shadow', 'namespace', false],
    ['1.3.0', 'fargate_fluentbit_cw_log_group', 'name_prefix', true],
    ['1.4.0', 'fargate_fluentbit_cw_log_group', 'name_prefix', false],
  ])('%s reads of %s the key %s: %s', (release, object, key, read) => {
    expect(objectKeys(release, object)?.has(key)).toBe(read);
  });

  it.each([
    ['1.0.0', 'argo_events'],
    ['1.16.2', 'tags'],
    ['1.16.2', 'constructor'],
  ])('%s has no object %s', (release, object) => {
    expect(objectKeys(release, object)).toBeUndefined();
  });

  it('tells maps of objects from objects', () => {
    expect(isMapOfObjects('helm_releases')).toBe(true);
    expect(isMapOfObjects('karpenter')).toBe(false);
    expect(objectKeys('1.16.2', 'helm_releases')?.has('chart_version')).toBe(true);
  });

  it('covers every any-typed input of every release', () => {
    for (const release of addonsReleases()) {
      const untyped = addonsInputs(release).filter(({ type }) => type === 'any');
      const without = untyped.filter(({ name }) => objectKeys(release, name) === undefined);
      expect(without.map(({ name }) => name)).toEqual([]);
    }
  });
});

describe('requirements', () => {
  it.each([
    ['1.16.2', '>= 2.9', '>= 2.9, < 3.0'],
    ['1.21.1', '>= 2.9, < 3.0', '>= 2.9, < 3.0'],
    ['1.23.0', '>= 2.9, < 3.0', '>= 2.9, < 3.0'],
    ['1.24.2', '>= 3.0', '>= 3.0, < 4.0'],
  ])('%s asks for helm %s and works with %s', (release, asked, works) => {
    expect(helm(release)).toBe(asked);
    const working = workingProviders(release).find(({ name }) => name === 'helm');
    expect(working?.constraint).toBe(works);
  });

  it('gives a working constraint for exactly the providers that a release requires', () => {
    for (const release of addonsReleases()) {
      const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).sort();
      expect(names(workingProviders(release))).toEqual(names(requiredProviders(release)));
    }
  });

  it('asks for Terraform 1.3.2 from 1.24.1', () => {
    expect(requiredTerraform('1.24.0')).toBe('>= 1.0');
    expect(requiredTerraform('1.24.1')).toBe('>= 1.3.2');
  });

  it('gives gitops_metadata from 1.7.0', () => {
    expect(outputs('1.6.0')).not.toContain('gitops_metadata');
    expect(outputs('1.7.0')).toContain('gitops_metadata');
  });
});

describe('what the Karpenter and NTH parts do', () => {
  it('knows every parameter at every release', () => {
    for (const release of addonsReleases()) {
      const missing = Object.entries(releaseParameters(release)).filter(([, v]) => v === undefined);
      expect(missing).toEqual([]);
    }
  });

  it.each([
    ['1.21.1', 'none'],
    ['1.22.0', 'asg-rule'],
    ['1.23.0', 'all-rules'],
    ['1.24.3', 'all-rules'],
  ])('%s filters by group name: %s', (release, filter) => {
    expect(releaseParameters(release).asgNamesFilter).toBe(filter);
  });

  it.each([
    ['1.0.0', 'v0.27.2'],
    ['1.16.2', '0.35.0'],
    ['1.16.3', '0.35.0'],
    ['1.16.4', '0.37.0'],
    ['1.24.3', '0.37.0'],
  ])('%s installs Karpenter %s by default', (release, chart) => {
    expect(releaseParameters(release).karpenterChart).toBe(chart);
  });

  it.each([
    ['1.9.2', ['settings.aws.interruptionQueueName']],
    ['1.10.1', ['settings.interruptionQueueName', 'settings.aws.interruptionQueueName']],
    ['1.11.0', ['settings.aws.interruptionQueueName', 'settings.interruptionQueue']],
  ])('%s names the queue in %j', (release, names) => {
    const set = karpenterSettings(release).filter(({ value }) => value === 'queue-name');
    expect(set.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['1.22.0', 'iam:ListInstanceProfiles', false],
    ['1.23.0', 'iam:ListInstanceProfiles', true],
    ['1.9.2', 'iam:CreateInstanceProfile', false],
    ['1.24.3', 'ec2:DescribeInstanceStatus', false],
    ['1.0.0', 'sqs:ReceiveMessage', true],
  ])('%s grants Karpenter %s: %s', (release, action, granted) => {
    expect(karpenterActions(release).has(action)).toBe(granted);
  });

  it('grants less where an input is off', () => {
    const actions = karpenterActions('1.24.3', {
      spotTermination: false,
      instanceProfileCreation: false,
    });
    expect([...actions].filter((action) => /^(sqs|iam:.*Profile)/.test(action))).toEqual([]);
  });

  it('never grants NTH what heartbeats need', () => {
    for (const release of addonsReleases())
      expect(nthActions(release).has('autoscaling:RecordLifecycleActionHeartbeat')).toBe(false);
  });
});
