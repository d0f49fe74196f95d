/** Karpenter's tables, against what single releases do. */
import { describe, expect, it } from 'vitest';
import {
  chartValues,
  chartVersion,
  crdChartValues,
  drainBehaviour,
  eventRules,
  hasConversionWebhook,
  iamActions,
  isForcefulOnStatusFailure,
  isKarpenterVersion,
  karpenterVersions,
  kubernetesRange,
  newestFor,
  nodeClaimsActedOn,
  panicsWithoutQueue,
  parsedMessages,
  pollsInstanceStatus,
  queuePolicyDeniesHttp,
  queueSettings,
  readsValue,
  serves,
} from '../../src/facts/karpenter.js';

describe('versions', () => {
  it('reach from 0.19.0, which brought interruption handling, to 1.14.1, without pre-releases and branch tags', () => {
    const versions = karpenterVersions();
    expect([versions[0], versions.at(-1)]).toEqual(['0.19.0', '1.14.1']);
    expect(versions.every((version) => /^\d+\.\d+\.\d+$/.test(version))).toBe(true);
  });

  it.each([
    ['0.37.8', true],
    ['v0.32.1', true],
    ['0.34.4', false],
    ['0.27.7', false],
    ['1.7.3-hash-fix-backport', false],
    ['1.99.0', false],
  ])('%s exists: %s', (version, exists) => {
    expect(isKarpenterVersion(version)).toBe(exists);
  });

  it.each([
    ['0.34.13', 'v0.34.13'],
    ['v0.32.1', 'v0.32.1'],
    ['0.35.0', '0.35.0'],
    ['v1.8.8', '1.8.8'],
  ])('%s is chart version %s', (version, chart) => {
    expect(chartVersion(version)).toBe(chart);
  });
});

describe('Kubernetes', () => {
  it.each([
    ['0.35.0', '1.23', '1.29'],
    ['1.0.4', '1.25', '1.30'],
    ['1.0.5', '1.25', '1.31'],
    ['1.14.1', '1.26', '1.36'],
  ])('%s works with %s to %s', (version, min, max) => {
    expect(kubernetesRange(version)).toEqual({ min, max });
  });

  it.each([
    ['1.33', '1.14.1'],
    ['1.33.2', '1.14.1'],
    ['1.25', '1.4.4'],
    ['1.24', '0.37.8'],
    ['1.21', '0.27.8'],
    ['1.20', '1.14.1'],
    ['1.99', '1.14.1'],
    [undefined, '1.14.1'],
  ])('the newest release for %s is %s', (kubernetes, version) => {
    expect(newestFor(kubernetes)).toBe(version);
  });
});

describe('APIs', () => {
  it.each([
    ['0.32.10', 'karpenter.sh/v1alpha5', 'Provisioner', true],
    ['0.33.0', 'karpenter.sh/v1alpha5', 'Provisioner', false],
    ['0.35.0', 'karpenter.sh/v1beta1', 'NodePool', true],
    ['0.35.0', 'karpenter.sh/v1', 'NodePool', false],
    ['1.0.14', 'karpenter.sh/v1beta1', 'NodePool', true],
    ['1.1.0', 'karpenter.sh/v1beta1', 'NodePool', false],
    ['1.14.1', 'karpenter.k8s.aws/v1', 'EC2NodeClass', true],
    ['1.14.1', 'karpenter.sh/v1', 'EC2NodeClass', false],
  ])('%s serves %s %s: %s', (version, apiVersion, kind, served) => {
    expect(serves(version, apiVersion, kind)).toBe(served);
  });

  it.each([
    ['0.33.5', false],
    ['0.33.6', true],
    ['0.34.0', false],
    ['0.36.3', true],
    ['0.37.0', false],
    ['0.37.1', true],
    ['1.0.14', true],
    ['1.1.0', false],
  ])('%s converts through a webhook: %s', (version, converts) => {
    expect(hasConversionWebhook(version)).toBe(converts);
  });
});

describe('IAM and rules', () => {
  it.each([
    ['1.6.8', 'iam:ListInstanceProfiles', false],
    ['1.7.0', 'iam:ListInstanceProfiles', true],
    ['1.2.8', 'ec2:DescribeCapacityReservations', false],
    ['1.3.0', 'ec2:DescribeCapacityReservations', true],
    ['1.11.3', 'ec2:DescribeInstanceStatus', false],
    ['1.12.0', 'ec2:DescribeInstanceStatus', true],
    ['1.0.14', 'ec2:DescribeAvailabilityZones', true],
    ['1.1.0', 'ec2:DescribeAvailabilityZones', false],
    ['0.35.0', 'sqs:SendMessage', false],
    ['0.35.0', 'ec2:CreateAction', false],
  ])('%s needs %s: %s', (version, action, needed) => {
    expect(iamActions(version).includes(action)).toBe(needed);
  });

  it('are 28 actions at 0.35.0', () => {
    expect(iamActions('0.35.0')).toHaveLength(28);
  });

  it('has a rule for capacity reservations from 1.10.0', () => {
    const detailType = 'EC2 Capacity Reservation Instance Interruption Warning';
    const has = (version: string) =>
      eventRules(version).some((rule) => rule.detailType === detailType);
    expect([has('1.9.2'), has('1.10.0')]).toEqual([false, true]);
    expect(eventRules('0.35.0')).toHaveLength(4);
  });

  it('denies plain HTTP from 1.0.0', () => {
    expect([queuePolicyDeniesHttp('0.37.8'), queuePolicyDeniesHttp('1.0.0')]).toEqual([
      false,
      true,
    ]);
  });
});

describe('what it does', () => {
  it.each([
    ['1.9.2', 'capacityreservationinterruption', false],
    ['1.10.0', 'capacityreservationinterruption', true],
    ['0.19.0', 'spotinterruption', true],
    ['0.27.0', 'spotinterruption', true],
  ])('%s parses %s: %s', (version, message, parsed) => {
    expect(parsedMessages(version).includes(message)).toBe(parsed);
  });

  it.each([
    ['1.11.3', false, false],
    ['1.12.0', true, false],
    ['1.12.2', true, true],
  ])('%s polls instance status: %s, and ends failed nodes at once: %s', (version, polls, ends) => {
    expect(pollsInstanceStatus(version)).toBe(polls);
    expect(isForcefulOnStatusFailure(version)).toBe(ends);
  });

  it.each([
    ['0.32.10', false],
    ['0.33.0', true],
    ['1.3.8', true],
    ['1.4.0', false],
  ])('%s panics without its queue: %s', (version, panics) => {
    expect(panicsWithoutQueue(version)).toBe(panics);
  });

  it.each([
    ['1.0.14', 'all'],
    ['1.1.0', 'managed'],
    ['1.2.8', 'managed'],
    ['1.3.0', 'all'],
  ])('%s acts on %s NodeClaims', (version, which) => {
    expect(nodeClaimsActedOn(version)).toBe(which);
  });

  it('waits for do-not-disrupt pods from 1.0', () => {
    expect(drainBehaviour('0.37.8')).toEqual({
      evictsDoNotDisrupt: true,
      terminationGracePeriod: false,
      waitsForVolumes: false,
      expiration: 'graceful',
      drainTaint: 'karpenter.sh/disruption=disrupting:NoSchedule',
      nextGroup: 'told',
      evictsOneByOne: true,
    });
    expect(drainBehaviour('1.0.0')).toEqual({
      evictsDoNotDisrupt: false,
      terminationGracePeriod: true,
      waitsForVolumes: true,
      expiration: 'forceful',
      drainTaint: 'karpenter.sh/disrupted:NoSchedule',
      nextGroup: 'told',
      evictsOneByOne: true,
    });
  });

  it('evicts one pod at a time up to 1.5', () => {
    expect(drainBehaviour('1.5.8').evictsOneByOne).toBe(true);
    expect(drainBehaviour('1.6.0').evictsOneByOne).toBe(false);
  });

  it('waits from 1.1 on until a group of pods is gone before it evicts the next', () => {
    expect(drainBehaviour('1.0.14').nextGroup).toBe('told');
    expect(drainBehaviour('1.1.0').nextGroup).toBe('gone');
    expect(drainBehaviour('1.14.1').nextGroup).toBe('gone');
  });
});

describe('chart values', () => {
  it.each([
    ['0.31.5', ['settings.aws.interruptionQueueName']],
    ['0.32.1', ['settings.aws.interruptionQueueName', 'settings.interruptionQueue']],
    ['0.33.0', ['settings.interruptionQueue']],
    ['1.14.1', ['settings.interruptionQueue']],
  ])('%s names its queue by %j', (version, settings) => {
    expect(queueSettings(version)).toEqual(settings);
  });

  it.each([
    ['0.32.1', 'settings.interruptionQueueName', false],
    ['0.35.0', 'settings.aws.interruptionQueueName', false],
    ['0.35.0', 'settings.interruptionQueue', true],
    ['0.35.0', 'settings', true],
    ['0.35.0', 'settings.featureGates.drift', true],
    ['1.0.0', 'settings.featureGates.drift', false],
    ['1.14.1', 'nodeSelector.kubernetes', true],
    ['1.14.1', 'affinity.podAffinity', true],
    ['1.14.1', 'controller.resources.requests', true],
    ['1.14.1', 'controller.interruptionQueue', false],
    ['1.0.14', 'webhook.enabled', true],
    ['1.1.0', 'webhook.enabled', false],
  ])('%s reads %s: %s', (version, key, read) => {
    expect(readsValue(chartValues(version), key)).toBe(read);
  });

  it('has a conversion webhook to configure in the CRD chart where the CRDs convert', () => {
    for (const version of karpenterVersions()) {
      expect(crdChartValues(version).has('webhook.serviceNamespace')).toBe(
        hasConversionWebhook(version),
      );
    }
  });

  it('has defaults', () => {
    expect(chartValues('1.14.1').get('settings.interruptionQueue')).toEqual({ default: '' });
    expect(chartValues('1.14.1').get('tolerations')?.open).toBe(true);
  });
});
