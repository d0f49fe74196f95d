/** matchShape by example, and the facts against the samples. */
import { describe, expect, it } from 'vitest';
import { fitsShape, misfits } from '../../src/eventbridge/fit.js';
import {
  type EventShape,
  eventShape,
  explainDead,
  matchShape,
  specialise,
} from '../../src/eventbridge/shape.js';
import * as shapes from '../../src/facts/event-shapes.js';
import { events } from '../../src/facts/events.js';
import { here, patternOf, samples } from './support.js';

const SPOT = { source: ['aws.ec2'], 'detail-type': ['EC2 Spot Instance Interruption Warning'] };
const HEALTH = { source: ['aws.health'], 'detail-type': ['AWS Health Event'] };
const groupArn = (region: string, name: string) =>
  `arn:aws:autoscaling:${region}:111122223333:autoScalingGroup:5f0c1d2e:autoScalingGroupName/${name}`;
const hook = shapes.lifecycleAction('terminate');
const seoul = { region: 'ap-northeast-2', account: '111122223333' };
const batch = { ...seoul, 'detail.AutoScalingGroupName': 'batch' };

const cases = [
  ['the unfiltered rule of the modules', SPOT, shapes.spotInterruption, 'every'],
  ['a source alone', { source: ['aws.ec2'] }, shapes.spotInterruption, 'every'],
  ['another detail type', HEALTH, shapes.spotInterruption, 'none'],
  [
    'a field that Spot notices lack',
    { detail: { AutoScalingGroupName: ['a'] } },
    shapes.spotInterruption,
    'none',
  ],
  [
    'that a field is lacking',
    { detail: { AutoScalingGroupName: [{ exists: false }] } },
    shapes.spotInterruption,
    'every',
  ],
  [
    'the ARN of a group among the resources',
    { resources: [groupArn('eu-west-1', 'a')] },
    shapes.spotInterruption,
    'none',
  ],
  [
    'resources like a group',
    { resources: [{ wildcard: 'arn:aws:autoscaling:*:a*' }] },
    shapes.spotInterruption,
    'none',
  ],
  [
    'resources like an instance',
    { resources: [{ wildcard: 'arn:*:instance/*' }] },
    shapes.spotInterruption,
    'every',
  ],
  [
    'instances of any partition',
    { resources: [{ prefix: 'arn:aws:ec2:' }] },
    shapes.spotInterruption,
    'some',
  ],
  [
    'instances of the partition',
    { resources: [{ prefix: 'arn:aws:ec2:' }] },
    () => specialise(shapes.spotInterruption, { partition: 'aws' }),
    'every',
  ],
  [
    'instances of another partition',
    { resources: [{ prefix: 'arn:aws:ec2:' }] },
    () => specialise(shapes.spotInterruption, { partition: 'aws-cn' }),
    'none',
  ],
  [
    'one instance',
    { resources: ['arn:aws:ec2:us-east-1b:instance/i-0b662ef9'] },
    shapes.spotInterruption,
    'some',
  ],
  [
    'one action of three',
    { detail: { 'instance-action': ['terminate'] } },
    shapes.spotInterruption,
    'some',
  ],
  [
    'all actions',
    { detail: { 'instance-action': ['terminate', { prefix: 'h' }, { suffix: 'op' }] } },
    shapes.spotInterruption,
    'every',
  ],
  [
    'no action that there is',
    { detail: { 'instance-action': ['reboot'] } },
    shapes.spotInterruption,
    'none',
  ],
  [
    'every action but one',
    { detail: { 'instance-action': [{ 'anything-but': 'stop' }] } },
    shapes.spotInterruption,
    'some',
  ],
  [
    'no action but all others',
    { detail: { 'instance-action': [{ 'anything-but': 'reboot' }] } },
    shapes.spotInterruption,
    'every',
  ],
  [
    'an instance whose id begins otherwise',
    { detail: { 'instance-id': [{ 'anything-but': { prefix: 'eks' } }] } },
    shapes.spotInterruption,
    'every',
  ],
  ['a number where there is a text', { account: [5] }, shapes.spotInterruption, 'none'],
  [
    'no metadata of a service',
    { detail: { eventMetadata: { team: [{ exists: false }] } } },
    shapes.scheduledChange,
    'some',
  ],
  ['an address, of a text that may be any', { id: ['10.0.0.1'] }, shapes.spotInterruption, 'some'],
  [
    'a network, of a text that may be any',
    { id: [{ cidr: '10.0.0.0/8' }] },
    shapes.spotInterruption,
    'some',
  ],
  [
    'an address or a network, of a text that is none',
    { id: ['10.0.0.1', { cidr: '10.0.0.0/8' }] },
    eventShape({ id: { values: ['a'] } }),
    'none',
  ],
  [
    'a number, of a text that may be any',
    { id: [{ numeric: ['>', 5] }] },
    shapes.spotInterruption,
    'none',
  ],
  [
    'a name in the wrong case',
    { detail: { 'instance-id': ['I-0A1B2C3D4E5F60718'] } },
    shapes.spotInterruption,
    'none',
  ],
  [
    'resources like an instance in the wrong case',
    { resources: [{ wildcard: 'ARN:*:instance/*' }] },
    shapes.spotInterruption,
    'none',
  ],
  [
    'a field below one that is a text',
    { detail: { 'instance-id': { prefix: ['i-'] } } },
    shapes.scheduledChange,
    'none',
  ],
  ['any field of an event of any kind', { x: ['a'] }, eventShape({ '*': { open: true } }), 'some'],
  [
    'a field made known that may be absent all the same',
    { detail: { NotificationMetadata: ['a', { exists: false }] } },
    () => specialise(shapes.lifecycleAction('launch'), { 'detail.NotificationMetadata': 'b' }),
    'some',
  ],
  [
    'any instance',
    { detail: { 'instance-id': [{ prefix: 'i-' }] } },
    shapes.spotInterruption,
    'every',
  ],
  [
    'a detail type in the wrong case',
    { 'detail-type': ['EC2 spot instance interruption warning'] },
    shapes.spotInterruption,
    'none',
  ],
  [
    'a detail type in any case',
    { 'detail-type': [{ 'equals-ignore-case': 'EC2 spot instance interruption warning' }] },
    shapes.spotInterruption,
    'every',
  ],
  [
    'a state of its own variant',
    { detail: { state: ['stopping', 'stopped'] } },
    shapes.stateChange('stopped'),
    'every',
  ],
  [
    'a state of another variant',
    { detail: { state: ['stopping', 'stopped'] } },
    shapes.stateChange('running'),
    'none',
  ],
  ['Health of EC2', { ...HEALTH, detail: { service: ['EC2'] } }, shapes.scheduledChange, 'every'],
  [
    'Health of another service',
    { ...HEALTH, detail: { service: ['RDS'] } },
    shapes.scheduledChange,
    'none',
  ],
  [
    'no copies of the backup Region',
    { detail: { backupEvent: ['false'] } },
    shapes.scheduledChange,
    'some',
  ],
  [
    'a boolean where there is a text',
    { detail: { backupEvent: [false] } },
    shapes.scheduledChange,
    'none',
  ],
  [
    'an affected instance by id',
    { detail: { affectedEntities: { entityValue: [{ prefix: 'i-' }] } } },
    shapes.scheduledChange,
    'some',
  ],
  [
    'metadata that services may add',
    { detail: { eventMetadata: { team: ['a'] } } },
    shapes.scheduledChange,
    'some',
  ],
  [
    'a misspelt field of Health',
    { detail: { eventTypecategory: ['scheduledChange'] } },
    shapes.scheduledChange,
    'none',
  ],
  ['one group', { detail: { AutoScalingGroupName: ['batch'] } }, hook, 'some'],
  [
    'the group of the pool',
    { detail: { AutoScalingGroupName: ['batch'] } },
    () => specialise(hook, batch),
    'every',
  ],
  [
    'the group of another pool',
    { detail: { AutoScalingGroupName: ['web'] } },
    () => specialise(hook, batch),
    'none',
  ],
  [
    'the ARN of the group of another pool',
    { resources: [groupArn('ap-northeast-2', 'web')] },
    () => specialise(hook, batch),
    'none',
  ],
  [
    'the ARN of the group of the pool, or one of the same name',
    { resources: [groupArn('ap-northeast-2', 'batch')] },
    () => specialise(hook, batch),
    'some',
  ],
  [
    'the ARN of a group in another Region',
    { resources: [groupArn('eu-west-1', 'batch')] },
    () => specialise(hook, batch),
    'none',
  ],
  [
    'the Region of the cluster',
    { region: ['ap-northeast-2'] },
    () => specialise(shapes.spotInterruption, seoul),
    'every',
  ],
  [
    'another Region',
    { region: ['us-east-1'] },
    () => specialise(shapes.spotInterruption, seoul),
    'none',
  ],
  ['some Region, none known', { region: ['us-east-1'] }, shapes.spotInterruption, 'some'],
  [
    'another account',
    { account: ['000000000000'] },
    () => specialise(shapes.spotInterruption, seoul),
    'none',
  ],
  [
    'alternatives of which one is all',
    { $or: [{ source: ['aws.ec2'] }, { x: [1] }] },
    shapes.spotInterruption,
    'every',
  ],
  [
    'alternatives of which none can be',
    { $or: [{ source: ['aws.s3'] }, { x: [1] }] },
    shapes.spotInterruption,
    'none',
  ],
  [
    'a container as if it were a value',
    { detail: [{ exists: true }] },
    shapes.spotInterruption,
    'none',
  ],
] as const satisfies readonly (readonly [
  string,
  unknown,
  EventShape | (() => EventShape),
  string,
])[];

describe('matchShape', () => {
  it.each(cases)('%s', (_name, pattern, shape, coverage) => {
    const given = typeof shape === 'function' ? shape() : shape;
    expect(matchShape(patternOf(pattern), given)).toBe(coverage);
  });

  it('sees that a value or its absence is all there is, element by element', () => {
    const optional = { like: ['*'], optional: true } as const;
    const shape = eventShape({ 'e[].v': optional, 'e[].w': optional });
    const either = [{ exists: true }, { exists: false }];
    expect(matchShape(patternOf({ e: { v: either, w: either } }), shape)).toBe('every');
    expect(matchShape(patternOf({ e: { v: either, w: [{ exists: true }] } }), shape)).toBe('some');
  });

  it('finds the field dead that has no value of its own', () => {
    const dead = explainDead(
      patternOf({ ...SPOT, detail: ['terminate'] }),
      shapes.spotInterruption,
    );
    expect(dead.map(({ path, has }) => `${path}: ${has}`)).toEqual(['detail: no such field']);
  });

  it('says which fields are dead, and what events have instead', () => {
    const pattern = patternOf({
      ...SPOT,
      resources: [groupArn('eu-west-1', 'a')],
      detail: { AutoScalingGroupName: ['a', { prefix: 'b' }], 'instance-action': ['reboot'] },
    });
    expect(explainDead(pattern, shapes.spotInterruption)).toEqual([
      {
        path: 'resources',
        wanted: '"arn:aws:autoscaling:eu-west-1:111122223333:auto…"',
        has: 'text like "arn:*:ec2:*:instance/*"',
        from: here,
      },
      {
        path: 'detail.AutoScalingGroupName',
        wanted: '"a" or text starting with "b"',
        has: 'no such field',
        from: here,
      },
      {
        path: 'detail.instance-action',
        wanted: '"reboot"',
        has: '"hibernate" or "stop" or "terminate"',
        from: here,
      },
    ]);
  });
});

describe('the events of the facts', () => {
  const atomOf: Record<string, string> = {
    'asg-instance-launch-lifecycle-action': 'asg-launch',
    'asg-instance-terminate-lifecycle-action': 'asg-termination',
    'asg-instance-terminate-lifecycle-action-eks-mng-hook': 'asg-termination',
    'asg-instance-terminate-lifecycle-action-to-warm-pool': 'asg-termination',
    'ec2-capacity-reservation-instance-interruption-warning': 'capacity-reservation-interruption',
    'ec2-rebalance-recommendation': 'rebalance-recommendation',
    'ec2-spot-interruption-warning-hibernate': 'spot-interruption',
    'ec2-spot-interruption-warning-stop': 'spot-interruption',
    'ec2-spot-interruption-warning-terminate': 'spot-interruption',
    'health-ec2-instance-network-maintenance-scheduled-multi-entity': 'scheduled-change',
    'health-ec2-instance-reboot-maintenance-scheduled': 'scheduled-change',
    'health-ec2-instance-retirement-scheduled': 'scheduled-change',
    'health-ec2-instance-retirement-scheduled-arn-entity-no-resources': 'scheduled-change',
    'health-ec2-persistent-instance-retirement-scheduled': 'scheduled-change',
    'health-ec2-scheduled-change-backup-region-copy': 'scheduled-change',
    'health-ec2-scheduled-change-org-delegated-admin': 'scheduled-change',
  };

  it.each([...samples])('%s fits the shape of its own atom and no other', (name, event) => {
    const state = /^ec2-state-change-(.*)$/.exec(name)?.[1];
    const expected = state ? [`instance-state-change ${state}`] : [atomOf[name]].filter(Boolean);
    const fitting = events.atoms.filter(({ shape }) => shape && fitsShape(event, shape));
    expect(fitting.map(({ kind, variant }) => (variant ? `${kind} ${variant}` : kind))).toEqual(
      expected,
    );
    const others = events.otherShapes.filter(({ shape }) => fitsShape(event, shape));
    expect(others).toHaveLength(expected.length === 0 ? 1 : 0);
  });

  it('every atom is its own: kind and variant, and a tagged source', () => {
    const ids = events.atoms.map(({ kind, variant }) => `${kind}/${variant ?? ''}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(events.atoms.map(({ kind }) => kind)).size).toBe(9);
    for (const { sources } of events.atoms) expect(sources.join(' ')).toMatch(/@v\d/);
  });

  it('an atom without a shape is no event, and the others say what theirs is', () => {
    for (const { shape, source, detailType } of events.atoms) {
      const pattern = { source: [source], 'detail-type': [detailType] };
      if (shape) expect(matchShape(patternOf(pattern), shape)).toBe('every');
      else expect([source, detailType]).toEqual(['', '']);
    }
  });

  it('a rule on an event of another service is not dead', () => {
    const dead = (pattern: unknown) =>
      [...events.atoms, ...events.otherShapes].every(
        ({ shape }) => !shape || matchShape(patternOf(pattern), shape) === 'none',
      );
    expect(dead({ source: ['aws.s3'], 'detail-type': ['Object Created'] })).toBe(false);
    expect(dead({ source: ['aws.ec2'], 'detail-type': ['EBS Snapshot Notification'] })).toBe(false);
    expect(
      dead({ source: ['aws.ec2'], 'detail-type': ['EC2 SPOT Instance Interruption Warning'] }),
    ).toBe(true);
    expect(dead({ source: ['aws.autoscaling'], 'detail-type': ['AWS Health Event'] })).toBe(true);
  });

  it('tells what of an event does not fit', () => {
    const spot = {
      ...(samples.get('ec2-spot-interruption-warning-stop') ?? {}),
      detail: { state: 'x' },
    };
    expect(misfits(spot, shapes.spotInterruption)).toEqual([
      'detail.state',
      'detail.instance-id',
      'detail.instance-action',
    ]);
    expect(misfits('text', shapes.spotInterruption)).toContain('source');
    const health = samples.get('health-ec2-instance-retirement-scheduled') as { detail: object };
    const more = { ...health, detail: { ...health.detail, services: 'EC2' } };
    expect(misfits(more, shapes.scheduledChange)).toEqual(['detail.services']);
    const shouting = { ...spot, detail: { 'instance-id': 'I-0', 'instance-action': 'stop' } };
    expect(misfits(shouting, shapes.spotInterruption)).toEqual(['detail.instance-id']);
  });
});
