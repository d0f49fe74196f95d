/** The NTH charts' tables, against what single charts do. */
import { describe, expect, it } from 'vitest';
import {
  appVersion,
  chartRepository,
  environment,
  faults,
  featureSince,
  hasFeature,
  isNthChart,
  kubernetesTested,
  type NthFeature,
  type NthMode,
  newestChart,
  newestWithout,
  nthCharts,
  nthIamActions,
  nthValues,
  precedence,
  readsValue,
  rendersPodSecurityPolicy,
} from '../../src/facts/nth.js';
import { compareVersions } from '../../src/facts/range.js';

describe('charts', () => {
  it('reach from 0.13.0 to 0.27.6, oldest first', () => {
    const charts = nthCharts();
    expect([charts[0], newestChart()]).toEqual(['0.13.0', '0.27.6']);
    expect([...charts].sort(compareVersions)).toEqual(charts);
  });

  it.each([
    ['0.21.0', '1.19.0', 'https://aws.github.io/eks-charts'],
    ['0.13.3', '1.12.0', 'https://aws.github.io/eks-charts'],
    ['0.22.0', '1.20.0', 'oci://public.ecr.aws/aws-ec2/helm'],
    ['0.27.6', '1.25.6', 'oci://public.ecr.aws/aws-ec2/helm'],
  ])('%s installs %s and is found in %s', (chart, app, repository) => {
    expect([appVersion(chart), chartRepository(chart)]).toEqual([app, repository]);
  });

  it.each(['0.14.0', '1.19.0', '0.28.0', ''])('%j is no chart', (chart) => {
    expect(isNthChart(chart)).toBe(false);
    expect(appVersion(chart)).toBeUndefined();
  });

  it.each([
    ['0.20.3', undefined, undefined, true],
    ['0.21.0', '1.23', '1.24', false],
    ['0.25.1', '1.29', '1.31', false],
    ['0.27.6', '1.29', '1.32', false],
  ])('%s was tested with %s to %s', (chart, min, max, policy) => {
    expect(kubernetesTested(chart)).toEqual(min === undefined ? undefined : { min, max });
    expect(rendersPodSecurityPolicy(chart)).toBe(policy);
  });
});

describe('features and faults', () => {
  it.each<[NthFeature, string, string]>([
    ['delete-message-if-node-not-found', '0.21.0', '0.22.0'],
    ['asg-launch-hook', '0.22.0', '0.23.0'],
    ['pod-identity', '0.22.0', '0.23.0'],
    ['heartbeats', '0.25.1', '0.26.0'],
    ['queue-scheduled-change', '0.15.4', '0.16.0'],
  ])('%s is not in %s and comes with %s', (feature, without, since) => {
    expect([hasFeature(without, feature), hasFeature(since, feature)]).toEqual([false, true]);
    expect(featureSince(feature)).toBe(since);
  });

  it.each<[string, NthMode, string, boolean]>([
    ['0.23.0', 'queue', 'hook-never-completed', true],
    ['0.24.0', 'queue', 'hook-never-completed', false],
    ['0.23.0', 'imds', 'hook-never-completed', false],
    ['0.21.0', 'queue', 'any-group-event-is-a-termination', true],
    ['0.23.0', 'queue', 'any-group-event-is-a-termination', false],
    ['0.24.1', 'queue', 'malformed-instance-id-blocks', false],
    ['0.27.6', 'imds', 'imds-termination-drains-again', true],
  ])('%s in %s mode has %s: %s', (chart, mode, fault, has) => {
    expect(faults(chart, mode).some(({ id }) => id === fault)).toBe(has);
  });

  it('names the newest chart without a fault', () => {
    expect(newestWithout('hook-never-completed')).toBe('0.27.6');
    expect(newestWithout('first-affected-entity-only')).toBe('0.15.4');
  });

  it('needs two more actions for heartbeats', () => {
    const plain = nthIamActions('0.27.6');
    const more = nthIamActions('0.27.6', { heartbeats: true });
    expect(plain).not.toContain('autoscaling:DescribeTags');
    expect(more.filter((action) => !plain.includes(action))).toEqual([
      'autoscaling:DescribeLifecycleHooks',
      'autoscaling:RecordLifecycleActionHeartbeat',
    ]);
    expect(nthIamActions('0.21.0', { heartbeats: true })).toEqual(plain);
  });
});

describe('values', () => {
  const modes = (chart: string, key: string) => nthValues(chart).get(key)?.modes;

  it.each([
    ['0.21.0', 'enableSpotInterruptionDraining', ['imds']],
    ['0.21.0', 'enableRebalanceDraining', ['imds']],
    ['0.27.6', 'enableASGLifecycleDraining', ['imds']],
    ['0.21.0', 'checkTagBeforeDraining', ['queue']],
    ['0.21.0', 'managedTag', ['queue']],
    ['0.27.6', 'workers', ['queue']],
    ['0.27.6', 'replicas', ['queue']],
    ['0.27.6', 'priorityClassName', ['queue']],
    ['0.27.6', 'daemonsetAffinity', ['imds']],
    ['0.27.6', 'useHostNetwork', ['imds']],
    ['0.27.6', 'metadataTries', ['imds']],
    ['0.27.6', 'nodeTerminationGracePeriod', ['imds', 'queue']],
    ['0.27.6', 'enableSqsTerminationDraining', ['imds', 'queue']],
    ['0.27.6', 'heartbeatInterval', ['queue']],
    ['0.27.6', 'sqsMsgVisibilityTimeoutSec', ['queue']],
    ['0.21.0', 'heartbeatInterval', undefined],
    ['0.27.6', 'enableSpotInteruptionDraining', undefined],
  ])('%s reads %s in %j', (chart, key, expected) => {
    expect(modes(chart, key)).toEqual(expected);
  });

  it.each([
    ['enableSpotInterruptionDraining', true],
    ['enableScheduledEventDraining', true],
    ['enableRebalanceDraining', false],
    ['enableASGLifecycleDraining', true],
    ['checkTagBeforeDraining', true],
    ['managedTag', 'aws-node-termination-handler/managed'],
    ['nodeTerminationGracePeriod', 120],
    ['podTerminationGracePeriod', -1],
    ['workers', 10],
    ['deleteSqsMsgIfNodeNotFound', false],
  ])('%s defaults to %j', (key, expected) => {
    expect(nthValues('0.27.6').get(key)?.default).toBe(expected);
  });

  it('reads keys under open ones', () => {
    expect(readsValue(nthValues('0.27.6'), 'daemonsetAffinity.nodeAffinity')).toBe(true);
    expect(readsValue(nthValues('0.27.6'), 'serviceAccount.annotations.a')).toBe(true);
    expect(readsValue(nthValues('0.27.6'), 'workers.count')).toBe(false);
  });

  it('lets the value for one system win over the general one', () => {
    const order = ['linuxAffinity', 'affinity', 'daemonsetAffinity'];
    expect(precedence('0.21.0', 'linux', 'affinity')).toEqual(order);
    expect(precedence('0.13.0', 'linux', 'affinity')).toEqual(['affinity']);
  });

  it('hands the tag check to the handler in queue mode only', () => {
    expect(environment('0.27.6', 'queue').get('MANAGED_TAG')).toBe('managedTag');
    expect(environment('0.27.6', 'imds').has('MANAGED_TAG')).toBe(false);
  });
});
