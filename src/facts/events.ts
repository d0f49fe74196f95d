/**
 * The events that patterns and handlers tell apart, and those that the same rules
 * see although they interrupt nothing. One atom is one row of the ownership
 * tables: it is owned or not as a whole.
 */
import type { EventShape } from '../eventbridge/shape.js';
import * as shapes from './event-shapes.js';
import type { EventKind } from './reactions.js';

export interface EventAtom {
  readonly kind: EventKind;
  /** What handlers tell apart within the kind: the new state, what the status poll saw. */
  readonly variant?: string;
  /** As in the event; empty where none is sent. */
  readonly source: string;
  readonly detailType: string;
  /** Absent where no event is sent: the handler polls, or the control plane acts by itself. */
  readonly shape?: EventShape;
  /** Where it is documented, or read. */
  readonly sources: readonly string[];
}

/** An event that is no interruption. A rule that matches no atom and none of these is dead. */
export interface OtherEvent {
  readonly name: string;
  readonly shape: EventShape;
  readonly sources: readonly string[];
}

export interface EventFacts {
  readonly atoms: readonly EventAtom[];
  readonly otherShapes: readonly OtherEvent[];
}

const KARPENTER = 'aws/karpenter-provider-aws@v1.14.1 pkg/controllers/interruption/messages';
const NTH = 'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent';
const EC2 = 'Amazon EC2 User Guide';
const ASG = 'Amazon EC2 Auto Scaling User Guide';
const HEALTH = 'AWS Health User Guide aws-health-events-eventbridge-schema';

const STATES = [
  'pending',
  'running',
  'stopping',
  'stopped',
  'shutting-down',
  'terminated',
] as const;

const stateChanges: readonly EventAtom[] = STATES.map((state) => ({
  kind: 'instance-state-change',
  variant: state,
  source: 'aws.ec2',
  detailType: 'EC2 Instance State-change Notification',
  shape: shapes.stateChange(state),
  sources: [
    `${KARPENTER}/statechange/model.go`,
    `${NTH}/ec2-state-change-event.go`,
    `${EC2} monitoring-instance-state-changes`,
  ],
}));

/** Karpenter asks EC2 for the status of its instances, so there is no event and no rule. */
const polled = (variant: string): EventAtom => ({
  kind: 'instance-status',
  variant,
  source: '',
  detailType: '',
  sources: [
    `${KARPENTER}/instancestatus/model.go`,
    'aws/karpenter-provider-aws@v1.14.1 pkg/controllers/interruption/instancestatus_controller.go',
  ],
});

const atoms: readonly EventAtom[] = [
  {
    kind: 'spot-interruption',
    source: 'aws.ec2',
    detailType: 'EC2 Spot Instance Interruption Warning',
    shape: shapes.spotInterruption,
    sources: [
      `${KARPENTER}/spotinterruption/model.go`,
      `${NTH}/spot-itn-event.go`,
      `${EC2} spot-instance-termination-notices`,
    ],
  },
  {
    kind: 'rebalance-recommendation',
    source: 'aws.ec2',
    detailType: 'EC2 Instance Rebalance Recommendation',
    shape: shapes.rebalanceRecommendation,
    sources: [
      `${KARPENTER}/rebalancerecommendation/model.go`,
      `${NTH}/rebalance-recommendation-event.go`,
      `${EC2} rebalance-recommendations`,
    ],
  },
  {
    kind: 'scheduled-change',
    source: 'aws.health',
    detailType: 'AWS Health Event',
    shape: shapes.scheduledChange,
    sources: [`${KARPENTER}/scheduledchange/parser.go`, `${NTH}/scheduled-change-event.go`, HEALTH],
  },
  ...stateChanges,
  {
    kind: 'capacity-reservation-interruption',
    source: 'aws.ec2',
    detailType: 'EC2 Capacity Reservation Instance Interruption Warning',
    shape: shapes.capacityReservationInterruption,
    sources: [
      `${KARPENTER}/capacityreservationinterruption/model.go`,
      `${EC2} monitor-interruptible-cr`,
    ],
  },
  {
    kind: 'asg-termination',
    source: 'aws.autoscaling',
    detailType: 'EC2 Instance-terminate Lifecycle Action',
    shape: shapes.lifecycleAction('terminate'),
    sources: [`${NTH}/asg-lifecycle-event.go`, `${ASG} ec2-auto-scaling-event-reference`],
  },
  {
    kind: 'asg-launch',
    source: 'aws.autoscaling',
    detailType: 'EC2 Instance-launch Lifecycle Action',
    shape: shapes.lifecycleAction('launch'),
    sources: [`${NTH}/asg-lifecycle-event.go`, `${ASG} ec2-auto-scaling-event-reference`],
  },
  polled('status-failure'),
  polled('scheduled-event'),
  {
    kind: 'node-repair',
    source: '',
    detailType: '',
    sources: [
      'aws/karpenter-provider-aws@v1.14.1 pkg/cloudprovider/cloudprovider.go',
      'Amazon EKS User Guide node-health',
    ],
  },
];

const listedOthers: readonly OtherEvent[] = [
  ...shapes.otherHealth.map(({ name, shape }) => ({ name, shape, sources: [HEALTH] })),
  {
    name: 'an instance that an Auto Scaling group launched or terminated, or failed to',
    shape: shapes.scaling,
    sources: [`${ASG} ec2-auto-scaling-event-reference`],
  },
  {
    name: 'an instance refresh of an Auto Scaling group',
    shape: shapes.instanceRefresh,
    sources: [`${ASG} instance-refresh-eventbridge-events`],
  },
  {
    name: 'EC2 Spot Instance Request Fulfillment',
    shape: shapes.spotRequestFulfillment,
    sources: [`${EC2} spot-request-status`],
  },
  {
    name: 'EKS Fargate Pod Scheduled Termination',
    shape: shapes.fargateTermination,
    sources: ['Amazon EKS User Guide fargate-pod-patching'],
  },
];

const listed = [...atoms, ...listedOthers].flatMap(({ shape }) => (shape ? [shape] : []));

/** Events of other services have no rows here: a rule on them is nobody's mistake. */
const unlisted: OtherEvent = {
  name: 'any event with a detail type that is not listed',
  shape: shapes.unlisted(listed),
  sources: ['Amazon EventBridge User Guide eb-events-structure'],
};

export const events: EventFacts = { atoms, otherShapes: [...listedOthers, unlisted] };
