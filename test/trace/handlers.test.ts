/** What handlers make of messages, and what becomes of the messages, release by release. */
import { describe, expect, it } from 'vitest';
import type { Installation } from '../../src/model/system.js';
import {
  HERE,
  hook,
  karpenter,
  MANAGED_TAG,
  nth,
  open,
  pool,
  system,
  type Wire,
} from '../support/system.js';
import { readerOf, summary, traceOf } from './support.js';

const SPOT = 'ec2-spot-interruption-warning-terminate';
const TERMINATION = 'asg-instance-terminate-lifecycle-action';
const LAUNCH = 'asg-instance-launch-lifecycle-action';
const RETIREMENT = 'health-ec2-instance-retirement-scheduled';
const ARN_ENTITY = 'health-ec2-instance-retirement-scheduled-arn-entity-no-resources';
const RDS = 'health-rds-scheduled-change-not-ec2';

const nodePool = pool('NodePool');
const tagged = pool('NodePool', { tags: [MANAGED_TAG] });
const group = pool('SelfManagedNodeGroup', { tags: [MANAGED_TAG] });

const read = (
  sample: string,
  installation: Installation,
  of = nodePool,
  wire: Partial<Wire> = {},
) =>
  readerOf(
    traceOf(
      system({
        pools: [of],
        wires: [{ installation, ...wire }],
        hooks: of.kind === 'NodePool' ? [] : [hook(of, 'terminating'), hook(of, 'launching')],
      }),
      sample,
    ),
  );

const queue = (version: string, settings: Readonly<Record<string, unknown>> = {}) =>
  nth('queue', { version, settings });

describe('NTH in queue mode', () => {
  it.each([
    [
      'drops what is not tagged, and deletes it',
      '0.21.0',
      SPOT,
      nodePool,
      'nothing',
      'tag',
      'deleted',
    ],
    [
      'left what it dropped in the queue before 0.16.0',
      '0.15.4',
      SPOT,
      nodePool,
      'nothing',
      'tag',
      'retried',
    ],
    ['drains what is tagged', '0.21.0', SPOT, tagged, 'drain', undefined, 'deleted'],
    [
      'deletes a state that takes nothing away',
      '0.21.0',
      'ec2-state-change-running',
      tagged,
      'nothing',
      'parse',
      'deleted',
    ],
    ['drops Health events of other services', '0.18.3', RDS, tagged, 'nothing', 'parse', 'deleted'],
    [
      'failed on Health events of other services before 0.18.3',
      '0.18.2',
      RDS,
      tagged,
      'nothing',
      'parse',
      'retried',
    ],
    [
      'knew no Health events before 0.16.0',
      '0.15.4',
      RETIREMENT,
      group,
      'nothing',
      'parse',
      'retried',
    ],
    ['drops an entity that is no id', '0.24.1', ARN_ENTITY, tagged, 'nothing', 'parse', 'deleted'],
    [
      'failed on an entity that is no id before 0.24.1',
      '0.24.0',
      ARN_ENTITY,
      tagged,
      'nothing',
      'parse',
      'retried',
    ],
    [
      'only cordoned on rebalance before 0.15.3',
      '0.15.2',
      'ec2-rebalance-recommendation',
      group,
      'cordon',
      undefined,
      'deleted',
    ],
    [
      'takes a launch for what it is from 0.23.0',
      '0.23.0',
      LAUNCH,
      group,
      'observe',
      undefined,
      'deleted',
    ],
    [
      'took a launch for a termination before 0.23.0',
      '0.22.0',
      LAUNCH,
      group,
      'drain',
      undefined,
      'deleted',
    ],
    ['drains for a hook', '0.27.6', TERMINATION, group, 'drain', undefined, 'deleted'],
  ] as const)('%s', (_, version, sample, of, does, ends, message) => {
    expect(read(sample, queue(version), of)).toMatchObject({ does, ends, message });
  });

  it('drained a node that had just come, for want of telling what Auto Scaling says', () => {
    const launched = 'asg-instance-launch-successful';
    const wire = { patterns: { 'asg-launch': { source: ['aws.autoscaling'] } } };
    expect(read(launched, queue('0.22.0'), group, wire)).toMatchObject({ does: 'drain' });
    expect(read(launched, queue('0.23.0'), group, wire)).toMatchObject({
      does: 'nothing',
      message: 'deleted',
    });
  });

  it('fails on a source that it does not know, until the retention ends', () => {
    const wire = { patterns: { 'spot-interruption': { source: [{ prefix: 'aws.' }] } } };
    const trace = traceOf(
      system({ pools: [tagged], wires: [{ installation: queue('0.27.6'), ...wire }] }),
      'eks-fargate-pod-scheduled-termination',
    );
    expect(readerOf(trace)).toMatchObject({ does: 'nothing', ends: 'parse', message: 'retried' });
    expect(trace.queues[0]?.readers[0]?.hops.at(-1)?.otherwise?.says).toBe(
      'it is visible again after 20 seconds, and so on until its retention of 4 days ends',
    );
  });

  it('deletes a message whatever becomes of a tag that is not known', () => {
    const of = pool('NodePool', { tags: [{ key: open('var.tag'), from: HERE }] });
    expect(read(SPOT, queue('0.27.6'), of)).toMatchObject({
      does: 'drain',
      sure: false,
      message: 'deleted',
    });
  });

  it('may leave or delete it where it may be denied to ask EC2', () => {
    const installation: Installation = {
      ...queue('0.27.6'),
      permits: ([action]) => ({
        name: 'identity',
        open: action === 'ec2:DescribeInstances' ? open('var.policy') : true,
        says: '',
        from: HERE,
      }),
    };
    expect(read(SPOT, installation, tagged)).toMatchObject({
      sure: false,
      message: 'retried or deleted',
    });
  });

  it('completes the hook that the event names, but for 0.23.0, which never does', () => {
    const does = (version: string): string | undefined =>
      traceOf(
        system({
          pools: [group],
          wires: [{ installation: queue(version) }],
          hooks: [hook(group, 'terminating')],
        }),
        TERMINATION,
      ).queues[0]?.readers[0]?.does;
    expect(does('0.24.0')).toMatch(/completes "aws_node_termination_handler" with CONTINUE$/);
    expect(does('0.23.0')).toMatch(/never completes "aws_node_termination_handler"/);
  });

  it('does not find a node of another cluster, and leaves the message unless it is told to delete it', () => {
    const of = { ...tagged, cluster: 'orders' };
    const away = (settings: Readonly<Record<string, unknown>>) =>
      read(SPOT, queue('0.27.6', settings), of);
    expect(away({})).toMatchObject({ does: 'nothing', ends: 'node', message: 'retried' });
    expect(away({ deleteSqsMsgIfNodeNotFound: true })).toMatchObject({ message: 'deleted' });
  });

  it('hides a message for as long as it is told, where its release reads that', () => {
    const says = (version: string): string | undefined =>
      traceOf(
        system({
          pools: [tagged],
          wires: [
            {
              installation: queue(version, { sqsMsgVisibilityTimeoutSec: 90 }),
              patterns: { 'spot-interruption': { source: [{ prefix: 'aws.' }] } },
            },
          ],
        }),
        'eks-fargate-pod-scheduled-termination',
      ).queues[0]?.readers[0]?.hops.at(-1)?.otherwise?.says;
    expect(says('0.27.4')).toContain('after 90 seconds');
    expect(says('0.27.3')).toContain('after 20 seconds');
  });

  it('says what would be where its role let it ask', () => {
    const installation: Installation = {
      ...queue('0.27.6'),
      permits: () => ({ name: 'identity', open: false, says: '', from: HERE }),
    };
    const path = traceOf(system({ pools: [nodePool], wires: [{ installation }] }), SPOT).queues[0]
      ?.readers[0];
    expect(path && summary(path)).toMatchObject({ does: 'nothing', ends: 'permission' });
    expect(path?.ifAllowed && summary(path.ifAllowed)).toMatchObject({ ends: 'tag' });
  });
});

describe('Karpenter', () => {
  it.each([
    ['drains for a Spot notice', '1.14.1', SPOT, nodePool, 'drain', undefined],
    [
      'takes notice of a rebalance',
      '1.14.1',
      'ec2-rebalance-recommendation',
      nodePool,
      'observe',
      undefined,
    ],
    [
      'ignores states that take nothing away',
      '1.14.1',
      'ec2-state-change-pending',
      nodePool,
      'nothing',
      'parse',
    ],
    ['ignores other services', '1.14.1', RDS, nodePool, 'nothing', 'parse'],
    ['compares entities with ids as they stand', '1.14.1', ARN_ENTITY, nodePool, 'nothing', 'node'],
    [
      'parses reservations from 1.10.0',
      '1.10.0',
      'ec2-capacity-reservation-instance-interruption-warning',
      pool('NodePool', { capacity: ['reserved'] }),
      'drain',
      undefined,
    ],
    [
      'knew no reservations before',
      '1.9.0',
      'ec2-capacity-reservation-instance-interruption-warning',
      pool('NodePool', { capacity: ['reserved'] }),
      'nothing',
      'parse',
    ],
    ['has no NodeClaim for a node of a group', '1.14.1', SPOT, group, 'nothing', 'node'],
    ['claims nodes of Auto Mode from 1.3.0', '1.3.0', SPOT, pool('AutoMode'), 'drain', undefined],
    ['left nodes of Auto Mode alone in 1.2', '1.2.0', SPOT, pool('AutoMode'), 'nothing', 'node'],
  ] as const)('%s', (_, version, sample, of, does, ends) => {
    expect(read(sample, karpenter({ version }), of)).toMatchObject({
      does,
      ends,
      message: 'deleted',
    });
  });

  it('asks EC2 from 1.12.0, so that a Health event that it cannot read is answered all the same', () => {
    const others = (version: string) =>
      traceOf(
        system({ pools: [nodePool], wires: [{ installation: karpenter({ version }) }] }),
        ARN_ENTITY,
      ).others.map(summary);
    expect(others('1.12.0')).toMatchObject([{ does: 'drain', sure: true }]);
    expect(others('1.11.0')).toEqual([]);
  });

  it('hangs on its version where the releases that it allows differ', () => {
    const version = ['1.11.0', '1.12.0'];
    const [poll] = traceOf(
      system({ pools: [nodePool], installations: [karpenter({ version })] }),
      RETIREMENT,
    ).others;
    expect(poll && summary(poll)).toMatchObject({ does: 'drain', sure: false });
    expect(poll?.hops[0]?.says).toBe(
      'its version allows releases from 1.11.0 to 1.12.0, and they differ',
    );
  });
});

describe('NTH in IMDS mode', () => {
  const monitored = (sample: string, version: string, settings = {}) =>
    traceOf(
      system({
        pools: [pool('SelfManagedNodeGroup')],
        installations: [nth('imds', { version, settings })],
        hooks: [],
      }),
      sample,
    ).others.map(summary);

  it.each([
    ['drains for a notice by default', SPOT, '0.27.6', {}, 'drain'],
    [
      'does nothing where the value is off',
      SPOT,
      '0.27.6',
      { enableSpotInterruptionDraining: false },
      'nothing',
    ],
    [
      'cordons on rebalance where it only monitors',
      'ec2-rebalance-recommendation',
      '0.27.6',
      { enableRebalanceMonitoring: true },
      'cordon',
    ],
    [
      'drains on rebalance where it is told to',
      'ec2-rebalance-recommendation',
      '0.27.6',
      { enableRebalanceMonitoring: true, enableRebalanceDraining: true },
      'drain',
    ],
    ['sees scheduled changes by default from 0.20.2', RETIREMENT, '0.20.2', {}, 'drain'],
    ['did not before', RETIREMENT, '0.20.1', {}, 'nothing'],
  ] as const)('%s', (_, sample, version, settings, does) => {
    expect(monitored(sample, version, settings)).toMatchObject([{ does }]);
  });

  it('sees the state of an instance that no hook holds, for what that is worth', () => {
    const [path] = traceOf(
      system({ pools: [pool('SelfManagedNodeGroup')], installations: [nth('imds')] }),
      TERMINATION,
    ).others;
    expect(path?.hops[0]).toMatchObject({ step: 'hook', passes: true, partly: true });
  });
});
