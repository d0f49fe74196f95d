/**
 * The fields of the events in events.ts, from the pages and files named there.
 * Doubt is resolved to the wider side: a field that a sample lacks is optional, a
 * value that is not documented as a closed list is any text.
 */
import { type EventShape, eventShape, type FieldShape } from '../eventbridge/shape.js';

type Fields = Readonly<Record<string, FieldShape>>;

const text = (...like: readonly string[]): FieldShape => ({ like });
const anyText = text('*');
const oneOf = (...values: readonly string[]): FieldShape => ({ values });
const optional = (field: FieldShape): FieldShape => ({ ...field, optional: true });

/** What EventBridge puts around every event. */
const envelope: Fields = {
  version: oneOf('0'),
  id: anyText,
  account: anyText,
  time: anyText,
  region: anyText,
};

const event = (source: string, detailTypes: readonly string[], fields: Fields): EventShape =>
  eventShape({
    ...envelope,
    source: oneOf(source),
    'detail-type': oneOf(...detailTypes),
    ...fields,
  });

const PARTITION =
  '{partition|aws|aws-cn|aws-us-gov|aws-iso|aws-iso-b|aws-iso-e|aws-iso-f|aws-eusc}';

/**
 * The Region part may be an Availability Zone with no account behind it
 * (aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent/spot-itn-event.go).
 */
const INSTANCE_ARN = `arn:${PARTITION}:ec2:{region}*:instance/*`;
const GROUP_ARN =
  `arn:${PARTITION}:autoscaling:{region}:{account}:autoScalingGroup:` +
  '*:autoScalingGroupName/{detail.AutoScalingGroupName}';

const instanceEvent = (detailType: string, detail: Fields): EventShape =>
  event('aws.ec2', [detailType], {
    'resources[]': text(INSTANCE_ARN),
    'detail.instance-id': text('i-*'),
    ...detail,
  });

export const spotInterruption = instanceEvent('EC2 Spot Instance Interruption Warning', {
  'detail.instance-action': oneOf('hibernate', 'stop', 'terminate'),
});

export const rebalanceRecommendation = instanceEvent('EC2 Instance Rebalance Recommendation', {});

export const stateChange = (state: string): EventShape =>
  instanceEvent('EC2 Instance State-change Notification', { 'detail.state': oneOf(state) });

export const capacityReservationInterruption = instanceEvent(
  'EC2 Capacity Reservation Instance Interruption Warning',
  {
    'detail.instance-action': oneOf('terminate'),
    'detail.instance-termination-time': optional(anyText),
    'detail.azId': optional(anyText),
  },
);

export const spotRequestFulfillment = instanceEvent('EC2 Spot Instance Request Fulfillment', {
  'detail.spot-instance-request-id': anyText,
});

/** Where an instance comes from and goes to; only some events say so. */
const PLACES = optional(oneOf('EC2', 'AutoScalingGroup', 'WarmPool'));

const TRANSITIONS = { launch: 'LAUNCHING', terminate: 'TERMINATING' } as const;

export const lifecycleAction = (action: 'launch' | 'terminate'): EventShape =>
  event('aws.autoscaling', [`EC2 Instance-${action} Lifecycle Action`], {
    'resources[]': text(GROUP_ARN),
    'detail.AutoScalingGroupName': anyText,
    'detail.EC2InstanceId': text('i-*'),
    'detail.LifecycleActionToken': anyText,
    'detail.LifecycleHookName': anyText,
    'detail.LifecycleTransition': oneOf(`autoscaling:EC2_INSTANCE_${TRANSITIONS[action]}`),
    'detail.NotificationMetadata': optional(anyText),
    'detail.Origin': PLACES,
    'detail.Destination': PLACES,
  });

export const scaling = event(
  'aws.autoscaling',
  [
    'EC2 Instance Launch Successful',
    'EC2 Instance Launch Unsuccessful',
    'EC2 Instance Terminate Successful',
    'EC2 Instance Terminate Unsuccessful',
  ],
  {
    'resources[]': text(GROUP_ARN, INSTANCE_ARN),
    'detail.AutoScalingGroupName': anyText,
    'detail.ActivityId': anyText,
    'detail.Cause': optional(anyText),
    'detail.Description': optional(anyText),
    'detail.Destination': PLACES,
    'detail.Details.*': { open: true },
    'detail.EC2InstanceId': optional(anyText),
    'detail.EndTime': optional(anyText),
    'detail.Origin': PLACES,
    'detail.RequestId': optional(anyText),
    'detail.StartTime': optional(anyText),
    'detail.StatusCode': optional(anyText),
    'detail.StatusMessage': optional(anyText),
  },
);

const REFRESH = 'EC2 Auto Scaling Instance Refresh';

export const instanceRefresh = event(
  'aws.autoscaling',
  ['Started', 'Succeeded', 'Failed', 'Cancelled', 'Checkpoint Reached']
    .concat(['Rollback Started', 'Rollback Succeeded', 'Rollback Failed'])
    .map((outcome) => `${REFRESH} ${outcome}`),
  {
    'resources[]': text(GROUP_ARN),
    'detail.AutoScalingGroupName': anyText,
    'detail.InstanceRefreshId': anyText,
    'detail.CheckpointPercentage': optional(anyText),
    'detail.CheckpointDelay': optional(anyText),
  },
);

export const fargateTermination = event('aws.eks', ['EKS Fargate Pod Scheduled Termination'], {
  'resources[]': anyText,
  'detail.*': { open: true },
});

const health = (detailType: string, detail: Fields): EventShape =>
  event('aws.health', [detailType], {
    // Account-specific events name instances here by id or by ARN, or have no list at all.
    'resources[]': optional(anyText),
    'detail.eventArn': text('arn:*:health:*'),
    // AWS Health API Reference EventType: AWS_, the service, what happens.
    'detail.eventTypeCode': text('AWS_*'),
    'detail.eventTypeCategory': oneOf(
      'issue',
      'accountNotification',
      'investigation',
      'scheduledChange',
    ),
    'detail.eventScopeCode': oneOf('ACCOUNT_SPECIFIC', 'PUBLIC'),
    'detail.communicationId': anyText,
    'detail.startTime': anyText,
    'detail.endTime': optional(anyText),
    'detail.lastUpdatedTime': optional(anyText),
    'detail.statusCode': oneOf('open', 'closed', 'upcoming'),
    'detail.eventRegion': anyText,
    'detail.eventDescription[].language': optional(anyText),
    'detail.eventDescription[].latestDescription': optional(anyText),
    'detail.eventMetadata.*': { open: true },
    'detail.affectedEntities[].entityValue': optional(anyText),
    'detail.affectedEntities[].lastUpdatedTime': optional(anyText),
    'detail.affectedEntities[].lastUpdatedtime': optional(anyText),
    'detail.affectedEntities[].status': optional(
      oneOf('IMPAIRED', 'UNIMPAIRED', 'PENDING', 'RESOLVED', 'UNKNOWN'),
    ),
    'detail.affectedEntities[].tags.*': { open: true },
    'detail.page': anyText,
    'detail.totalPages': anyText,
    // The copy that the partition's backup Region gets says "true".
    'detail.backupEvent': oneOf('true', 'false'),
    // Differs from `account` where a delegated administrator gets the events of an organisation.
    'detail.affectedAccount': anyText,
    'detail.actionability': optional(
      oneOf('ACTION_REQUIRED', 'ACTION_MAY_BE_REQUIRED', 'INFORMATIONAL'),
    ),
    // The page says OPERATIONAL, its samples OPERATIONS.
    'detail.personas[]': optional(oneOf('OPERATIONAL', 'OPERATIONS', 'SECURITY', 'BILLING')),
    ...detail,
  });

export const scheduledChange = health('AWS Health Event', {
  'detail.service': oneOf('EC2'),
  'detail.eventTypeCode': text('AWS_EC2_*'),
  'detail.eventTypeCategory': oneOf('scheduledChange'),
});

export const otherHealth: readonly { readonly name: string; readonly shape: EventShape }[] = [
  {
    name: 'AWS Health Event of EC2 that is no scheduled change',
    shape: health('AWS Health Event', {
      'detail.service': oneOf('EC2'),
      'detail.eventTypeCode': text('AWS_EC2_*'),
      'detail.eventTypeCategory': oneOf('issue', 'accountNotification', 'investigation'),
    }),
  },
  {
    name: 'AWS Health Event of another service',
    shape: health('AWS Health Event', { 'detail.service': { like: ['*'], except: ['EC2'] } }),
  },
  {
    name: 'AWS Health Abuse Event',
    shape: health('AWS Health Abuse Event', { 'detail.service': anyText }),
  },
];

/** Whatever else reaches an event bus: anything but the detail types of the shapes given. */
export function unlisted(shapes: readonly EventShape[]): EventShape {
  const detailTypes = shapes.flatMap(({ fields }) => {
    const field = fields.get('detail-type');
    return field && 'values' in field ? field.values : [];
  });
  const except = [...new Set(detailTypes.filter((value) => typeof value === 'string'))];
  return eventShape({
    ...envelope,
    version: anyText,
    source: anyText,
    'detail-type': { like: ['*'], except },
    'resources[]': optional(anyText),
    'detail.*': { open: true },
  });
}
