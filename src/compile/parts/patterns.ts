/** EventBridge patterns of the events that handlers take from a queue; as narrow as the handlers allow. */
import type { EventKind } from '../../facts/reactions.js';

/** Sources: the parsers of both handlers, aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent. */
export const PATTERNS: Readonly<Partial<Record<EventKind, object>>> = {
  'spot-interruption': {
    source: ['aws.ec2'],
    'detail-type': ['EC2 Spot Instance Interruption Warning'],
  },
  'rebalance-recommendation': {
    source: ['aws.ec2'],
    'detail-type': ['EC2 Instance Rebalance Recommendation'],
  },
  'scheduled-change': {
    source: ['aws.health'],
    'detail-type': ['AWS Health Event'],
    detail: { service: ['EC2'], eventTypeCategory: ['scheduledChange'] },
  },
  'instance-state-change': {
    source: ['aws.ec2'],
    'detail-type': ['EC2 Instance State-change Notification'],
    detail: { state: ['stopping', 'stopped', 'shutting-down', 'terminated'] },
  },
  'capacity-reservation-interruption': {
    source: ['aws.ec2'],
    'detail-type': ['EC2 Capacity Reservation Instance Interruption Warning'],
  },
  'asg-termination': {
    source: ['aws.autoscaling'],
    'detail-type': ['EC2 Instance-terminate Lifecycle Action'],
  },
};
