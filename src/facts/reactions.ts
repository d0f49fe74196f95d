/**
 * What each handler does about each event, by version and mode: the table that
 * the policy's owners and the model's claims both stand on. A row says what a
 * handler does once it has learned of the event; whether it learns is wiring.
 */

import reactionRows from './data/reactions.json' with { type: 'json' };
import { inRange, type Range } from './range.js';

export type EventKind =
  | 'spot-interruption'
  | 'rebalance-recommendation'
  | 'scheduled-change'
  | 'instance-state-change'
  | 'capacity-reservation-interruption'
  | 'asg-termination'
  | 'asg-launch'
  | 'instance-status'
  | 'node-repair';
export type HandlerKind = 'karpenter' | 'nth' | 'eks' | 'asg';
export type NthMode = 'queue' | 'imds';
export type PoolKind =
  | 'NodePool'
  | 'ManagedNodeGroup'
  | 'SelfManagedNodeGroup'
  | 'FargateProfile'
  | 'AutoMode';
/** From least to most: the node keeps running, takes no new pods, loses its pods, is taken away. */
export type Reaction = 'observe' | 'cordon' | 'drain' | 'terminate';
/** How the handler learns: an EventBridge rule and queue, the metadata service, its own poll, or AWS itself. */
export type Channel = 'queue' | 'imds' | 'poll' | 'native';

export interface ReactionRow {
  readonly handler: HandlerKind;
  readonly mode?: NthMode;
  readonly pools: readonly PoolKind[];
  readonly event: EventKind;
  /** All variants where it is absent. */
  readonly variant?: string;
  /** Chart versions. */
  readonly versions: Range;
  readonly channel: Channel;
  readonly reaction: Reaction;
  /** The chart value (or pool property) that must have `is` for the row to apply; `default` where nothing is written. */
  readonly setting?: { readonly key: string; readonly is: boolean; readonly default: boolean };
  /** Why the handler does no more than that, for people. */
  readonly because?: string;
  readonly source: string;
}

export const REACTIONS = reactionRows as unknown as readonly ReactionRow[];

export interface ReactionQuery {
  readonly handler: HandlerKind;
  readonly mode?: NthMode | undefined;
  readonly pool: PoolKind;
  readonly event: EventKind;
  readonly variant?: string | undefined;
  /** Chart version; undefined for handlers without one (eks, asg). */
  readonly version?: string | undefined;
}

/** The rows that apply, in the order of the table; settings are left to the caller. */
export function reactionsFor(query: ReactionQuery): readonly ReactionRow[] {
  return REACTIONS.filter(
    (row) =>
      row.handler === query.handler &&
      row.mode === query.mode &&
      row.event === query.event &&
      row.pools.includes(query.pool) &&
      (row.variant === undefined || query.variant === undefined || row.variant === query.variant) &&
      (query.version === undefined || inRange(query.version, row.versions)),
  );
}

/** Which events can befall a kind of pool at all, and what capacity they need. */
export interface Occurrence {
  readonly event: EventKind;
  readonly pools: readonly PoolKind[];
  /** Capacity type without which the event does not happen. */
  readonly needs?: 'spot' | 'reserved';
  /** How bad it is when nobody drains for it; null where nobody has to. */
  readonly gap: 'error' | 'warning' | 'note' | null;
  readonly source: string;
}

const EC2_POOLS: readonly PoolKind[] = [
  'NodePool',
  'ManagedNodeGroup',
  'SelfManagedNodeGroup',
  'AutoMode',
];
const GROUPS: readonly PoolKind[] = ['ManagedNodeGroup', 'SelfManagedNodeGroup'];

/** In the order in which a table of events is shown. */
export const OCCURRENCES: readonly Occurrence[] = [
  {
    event: 'spot-interruption',
    pools: EC2_POOLS,
    needs: 'spot',
    gap: 'error',
    source: 'EC2 user guide, spot-instance-termination-notices',
  },
  {
    event: 'rebalance-recommendation',
    pools: EC2_POOLS,
    needs: 'spot',
    gap: 'note',
    source: 'EC2 user guide, rebalance-recommendations',
  },
  {
    event: 'scheduled-change',
    pools: EC2_POOLS,
    gap: 'warning',
    source: 'AWS Health user guide, aws-health-events-eventbridge-schema',
  },
  {
    event: 'instance-state-change',
    pools: EC2_POOLS,
    gap: 'note',
    source: 'EC2 user guide, monitoring-instance-state-changes',
  },
  {
    event: 'capacity-reservation-interruption',
    pools: EC2_POOLS,
    needs: 'reserved',
    gap: 'error',
    source: 'EC2 user guide, monitor-interruptible-cr',
  },
  {
    event: 'asg-termination',
    pools: GROUPS,
    gap: 'warning',
    source: 'EC2 Auto Scaling user guide, lifecycle-hooks',
  },
  {
    event: 'asg-launch',
    pools: GROUPS,
    gap: null,
    source: 'EC2 Auto Scaling user guide, lifecycle-hooks',
  },
  {
    event: 'instance-status',
    pools: EC2_POOLS,
    gap: 'note',
    source: 'EC2 user guide, monitoring-system-instance-status-check',
  },
  {
    event: 'node-repair',
    pools: EC2_POOLS,
    gap: 'note',
    source: 'EKS user guide, node-health',
  },
];

export const occurrenceOf = (event: EventKind): Occurrence =>
  OCCURRENCES.find((row) => row.event === event) as Occurrence;

/** How a release of NTH in queue mode tells the instances that are its own. */
export interface TagCheck {
  /** Chart versions. */
  readonly versions: Range;
  /** The chart value that switches the check off, and the one that holds the tag's key. */
  readonly check: string;
  readonly tag: string;
  /** What must carry the tag: the instance, its Auto Scaling group, or either. */
  readonly carrier: 'instance' | 'group' | 'either';
  readonly source: string;
}

const SQS_MONITOR = 'pkg/monitor/sqsevent/sqs-monitor.go';

/** The tag is tested by its key alone. Up to 0.18.5 the group is asked, so that instances without one are nobody's. */
export const TAG_CHECKS: readonly TagCheck[] = [
  {
    versions: ['0.0.0', '0.15.4'],
    check: 'checkASGTagBeforeDraining',
    tag: 'managedAsgTag',
    carrier: 'group',
    source: `aws/aws-node-termination-handler@v1.13.4 ${SQS_MONITOR} isInstanceManaged`,
  },
  {
    versions: ['0.16.0', '0.18.5'],
    check: 'checkASGTagBeforeDraining',
    tag: 'managedAsgTag',
    carrier: 'either',
    source: `aws/aws-node-termination-handler@v1.16.5 ${SQS_MONITOR} getNodeInfo`,
  },
  {
    versions: ['0.19.0', null],
    check: 'checkTagBeforeDraining',
    tag: 'managedTag',
    carrier: 'instance',
    source: `aws/aws-node-termination-handler@v1.25.6 ${SQS_MONITOR} getNodeInfo`,
  },
];

export const tagCheckOf = (chart: string): TagCheck =>
  TAG_CHECKS.find(({ versions }) => inRange(chart, versions)) as TagCheck;

/** AWS actions without which a handler learns of nothing by a channel. */
interface ChannelActions {
  readonly handler: HandlerKind;
  readonly channel: Channel;
  /** All events where it is absent. */
  readonly events?: readonly EventKind[];
  readonly actions: readonly string[];
  readonly source: string;
}

const CHANNEL_ACTIONS: readonly ChannelActions[] = [
  {
    handler: 'karpenter',
    channel: 'queue',
    actions: ['sqs:GetQueueUrl', 'sqs:ReceiveMessage'],
    source: 'aws/karpenter-provider-aws@v1.14.1 pkg/providers/sqs/sqs.go',
  },
  {
    handler: 'karpenter',
    channel: 'poll',
    events: ['scheduled-change', 'instance-status'],
    actions: ['ec2:DescribeInstanceStatus'],
    source:
      'aws/karpenter-provider-aws@v1.14.1 pkg/controllers/interruption/instancestatus_controller.go',
  },
  {
    handler: 'nth',
    channel: 'queue',
    actions: ['sqs:ReceiveMessage', 'ec2:DescribeInstances'],
    source: `aws/aws-node-termination-handler@v1.25.6 ${SQS_MONITOR}`,
  },
];

/** What the row's handler must be allowed to call for the row to come true. */
export const actionsOf = ({ handler, channel, event }: ReactionRow): ChannelActions | undefined =>
  CHANNEL_ACTIONS.find(
    (row) =>
      row.handler === handler &&
      row.channel === channel &&
      (row.events === undefined || row.events.includes(event)),
  );
