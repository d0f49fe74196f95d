/** Rules that Terraform modules write, against every sample event; checked with aws/event-ruler@337e8d9. */
import { describe, expect, it } from 'vitest';
import { matchEvent } from '../../src/eventbridge/match.js';
import { matchShape } from '../../src/eventbridge/shape.js';
import { events } from '../../src/facts/events.js';
import { patternOf, samples } from './support.js';

const HEALTH = { source: ['aws.health'], 'detail-type': ['AWS Health Event'] };
const SPOT = { source: ['aws.ec2'], 'detail-type': ['EC2 Spot Instance Interruption Warning'] };
const REBALANCE = { source: ['aws.ec2'], 'detail-type': ['EC2 Instance Rebalance Recommendation'] };
const STATE = { source: ['aws.ec2'], 'detail-type': ['EC2 Instance State-change Notification'] };
const RESERVATION = {
  source: ['aws.ec2'],
  'detail-type': ['EC2 Capacity Reservation Instance Interruption Warning'],
};
const TERMINATION = {
  source: ['aws.autoscaling'],
  'detail-type': ['EC2 Instance-terminate Lifecycle Action'],
};
const GROUP = 'eks-demo-ng-2ec0ffee-0000-4000-8000-00000000a5a5';
const GROUP_ARN = `arn:aws:autoscaling:ap-northeast-2:111122223333:autoScalingGroup:5f0c1d2e-1111-4222-8333-444455556666:autoScalingGroupName/${GROUP}`;
const scheduled = { service: ['EC2'], eventTypeCategory: ['scheduledChange'] };
const ofGroup = { detail: { AutoScalingGroupName: [GROUP] } };

const STATES = ['pending', 'running', 'shutting-down', 'stopped', 'stopping', 'terminated'];
const HOOKS = ['-eks-mng-hook', '-to-warm-pool', ''].map(
  (suffix) => `asg-instance-terminate-lifecycle-action${suffix}`,
);
const SCHEDULED = [
  'health-ec2-instance-network-maintenance-scheduled-multi-entity',
  'health-ec2-instance-reboot-maintenance-scheduled',
  'health-ec2-instance-retirement-scheduled',
  'health-ec2-instance-retirement-scheduled-arn-entity-no-resources',
  'health-ec2-persistent-instance-retirement-scheduled',
  'health-ec2-scheduled-change-backup-region-copy',
  'health-ec2-scheduled-change-org-delegated-admin',
];
const OTHER_HEALTH = [
  'health-ec2-issue-instance-store-degraded',
  'health-ec2-operational-issue-public',
  'health-rds-scheduled-change-not-ec2',
];
const state = (name: string) => `ec2-state-change-${name}`;

const rules = [
  {
    name: 'Health events, unfiltered as both modules write it',
    pattern: HEALTH,
    hits: [...SCHEDULED, ...OTHER_HEALTH],
  },
  {
    name: 'Spot notices, unfiltered',
    pattern: SPOT,
    hits: ['hibernate', 'stop', 'terminate'].map((act) => `ec2-spot-interruption-warning-${act}`),
  },
  { name: 'rebalance, unfiltered', pattern: REBALANCE, hits: ['ec2-rebalance-recommendation'] },
  { name: 'state changes, unfiltered', pattern: STATE, hits: STATES.map(state) },
  { name: 'termination hooks, unfiltered', pattern: TERMINATION, hits: HOOKS },
  {
    name: 'capacity reservations, unfiltered',
    pattern: RESERVATION,
    hits: ['ec2-capacity-reservation-instance-interruption-warning'],
  },
  ...[HEALTH, SPOT, REBALANCE, STATE].map((pattern) => ({
    name: `add-ons >= 1.23 with group names: ${pattern['detail-type'][0]}`,
    pattern: { ...pattern, ...ofGroup },
    hits: [],
  })),
  {
    name: 'add-ons >= 1.22 with group names: termination hooks',
    pattern: { ...TERMINATION, ...ofGroup },
    hits: HOOKS,
  },
  {
    name: 'Health narrowed to scheduled changes of EC2',
    pattern: { ...HEALTH, detail: scheduled },
    hits: SCHEDULED,
  },
  {
    name: 'Health without the copies of the backup Region',
    pattern: { ...HEALTH, detail: { ...scheduled, backupEvent: ['false'] } },
    hits: SCHEDULED.filter((name) => !name.includes('backup')),
  },
  {
    name: 'the four states that handlers act on',
    pattern: {
      ...STATE,
      detail: { state: ['stopping', 'stopped', 'shutting-down', 'terminated'] },
    },
    hits: STATES.filter((name) => name !== 'pending' && name !== 'running').map(state),
  },
  {
    name: 'terraform-aws-eks 17.24: Spot notices by the ARN of a group',
    pattern: { ...SPOT, resources: [GROUP_ARN] },
    hits: [],
  },
  {
    name: 'terraform-aws-eks 17.24: termination hooks by the ARN of a group',
    pattern: { ...TERMINATION, resources: [GROUP_ARN] },
    hits: HOOKS,
  },
];

describe('rules as modules write them', () => {
  it.each(rules)('$name', ({ pattern, hits }) => {
    const parsed = patternOf(pattern);
    const matched = [...samples].filter(([, event]) => matchEvent(parsed, event) === true);
    expect(matched.map(([name]) => name).sort()).toEqual([...hits].sort());
  });

  it.each(rules)('is dead by its shapes exactly when it hits no sample: $name', (rule) => {
    const shapes = [...events.atoms, ...events.otherShapes].flatMap(({ shape }) => shape ?? []);
    const parsed = patternOf(rule.pattern);
    const isDead = shapes.every((shape) => matchShape(parsed, shape) === 'none');
    expect(isDead).toBe(rule.hits.length === 0);
  });
});
