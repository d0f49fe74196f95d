/** The time lines of a whole system: who drains, step by step, and what ends it. */
import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/model/timeline.js';
import type { Maybe } from '../../src/value/value.js';
import { CLUSTER, hook, karpenter, native, open } from '../support/system.js';
import {
  drain,
  type Given,
  group,
  imds,
  is,
  managed,
  queue,
  seconds,
  terminating,
  timed,
  volume,
  web,
  workload,
} from '../support/timing.js';

/** `spot-interruption by nth of web: delivery 5, poll 3, grace 60 until notice 120`. */
function lineText({ event, installation, workload: of, steps, deadlines }: Timeline): string {
  const ends = deadlines.map(({ name, at }) => `${name} ${at}`).join(', ');
  return `${event} by ${installation?.id ?? 'nobody'}${of === undefined ? '' : ` of ${of.name}`}: ${steps
    .map(({ name, seconds: long }) => `${name} ${long}`)
    .join(', ')}${ends === '' ? '' : ` until ${ends}`}`;
}
const linesOf = (given: Given): readonly string[] => timed(given).timelines.map(lineText);

const only = (event: string, lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.startsWith(event));

describe('a time line', () => {
  const wired = { installation: karpenter() };
  const cases: readonly (readonly [string, Given, string, readonly string[]])[] = [
    [
      'by Karpenter waits for the delivery and for no poll',
      { of: { pools: [web], wires: [wired] } },
      'spot',
      ['spot-interruption by karpenter: delivery 5, poll 0 until notice 120'],
    ],
    [
      'by a Karpenter that is elsewhere is the same, by nobody in sight',
      { of: { pools: [web] } },
      'spot',
      ['spot-interruption by nobody: delivery 5, poll 0 until notice 120'],
    ],
    ['of a group that nobody drains is none', { of: { pools: [group] } }, 'spot', []],
    [
      'of a group is that of NTH alone',
      { of: { pools: [group], wires: [queue()] } },
      'spot',
      ['spot-interruption by nth: delivery 5, poll 3 until notice 120'],
    ],
    [
      'of a NodePool that NTH drains is not that of a Karpenter elsewhere too',
      { of: { pools: [{ ...web, tags: group.tags }], wires: [queue()] } },
      'spot',
      ['spot-interruption by nth: delivery 5, poll 3 until notice 120'],
    ],
    [
      'of an event that the handler is deaf to is none',
      { of: { pools: [group], wires: [{ ...queue(), events: [] }] } },
      'spot',
      [],
    ],
    [
      'of on-demand capacity knows no Spot notice',
      { of: { pools: [{ ...web, can: { ...web.can, spot: false } }], wires: [wired] } },
      'spot',
      [],
    ],
    [
      'of capacity that may be Spot neither',
      { of: { pools: [{ ...web, can: { ...web.can, spot: open('var.spot') } }], wires: [wired] } },
      'spot',
      [],
    ],
    [
      'in IMDS mode is a poll of two seconds',
      { of: { pools: [group], ...imds({ enableSpotInterruptionDraining: true }) } },
      'spot',
      ['spot-interruption by nth: poll 2 until notice 120'],
    ],
    [
      'in IMDS mode waits until the window begins',
      {
        of: {
          pools: [group],
          ...imds({ enableSpotInterruptionDraining: true, nodeTerminationGracePeriod: 90 }),
        },
      },
      'spot',
      ['spot-interruption by nth: poll 2, wait 28 until notice 120, window 120'],
    ],
    [
      'in IMDS mode waits for nothing where the window is the whole notice',
      {
        of: {
          pools: [group],
          ...imds({ enableSpotInterruptionDraining: true, nodeTerminationGracePeriod: 120 }),
        },
      },
      'spot',
      ['spot-interruption by nth: poll 2 until notice 120, window 122'],
    ],
    [
      'in queue mode begins at once, and the window ends it',
      { of: { pools: [group], wires: [queue({ nodeTerminationGracePeriod: 90 })] } },
      'spot',
      ['spot-interruption by nth: delivery 5, poll 3 until notice 120, window 98'],
    ],
    [
      'has the grace of each workload that may be there',
      { of: { pools: [web], wires: [wired] }, workloads: [workload()] },
      'spot',
      [
        'spot-interruption by karpenter: delivery 5, poll 0 until notice 120',
        'spot-interruption by karpenter of web: delivery 5, poll 0, grace 60 until notice 120',
      ],
    ],
    [
      'has none for a workload that keeps off Spot',
      {
        of: { pools: [web], wires: [wired] },
        workloads: [workload({ placement: [[is('karpenter.sh/capacity-type', 'on-demand')]] })],
      },
      'spot',
      ['spot-interruption by karpenter: delivery 5, poll 0 until notice 120'],
    ],
    [
      'of a scheduled change has it for that workload as well',
      {
        of: { pools: [web], wires: [wired] },
        workloads: [workload({ placement: [[is('karpenter.sh/capacity-type', 'on-demand')]] })],
      },
      'scheduled-change by karpenter of',
      ['scheduled-change by karpenter of web: delivery 5, poll 0, grace 60'],
    ],
    [
      'has none for a DaemonSet, nor for a workload of another cluster',
      {
        of: { pools: [web], wires: [wired] },
        workloads: [workload({ daemon: true }), workload({ cluster: 'other' })],
      },
      'spot',
      ['spot-interruption by karpenter: delivery 5, poll 0 until notice 120'],
    ],
    [
      'has it for a workload of the cluster by name',
      {
        of: { pools: [web], wires: [wired] },
        workloads: [workload({ cluster: CLUSTER })],
      },
      'spot-interruption by karpenter of',
      ['spot-interruption by karpenter of web: delivery 5, poll 0, grace 60 until notice 120'],
    ],
    [
      'cannot be said of a grace that is not known',
      {
        of: { pools: [web], wires: [wired] },
        workloads: [workload({ grace: open('var.grace') as Maybe<number> })],
      },
      'spot-interruption by karpenter of',
      [],
    ],
    [
      "has NTH's own number of seconds in place of the pod's",
      {
        of: { pools: [group], wires: [queue({ podTerminationGracePeriod: 0 })] },
        workloads: [workload()],
      },
      'spot-interruption by nth of',
      ['spot-interruption by nth of web: delivery 5, poll 3, grace 0 until notice 120'],
    ],
    [
      "has the pod's where NTH's is negative",
      {
        of: { pools: [group], wires: [queue({ podTerminationGracePeriod: -1 })] },
        workloads: [workload()],
      },
      'spot-interruption by nth of',
      ['spot-interruption by nth of web: delivery 5, poll 3, grace 60 until notice 120'],
    ],
    [
      "cannot be said where NTH's is not known",
      {
        of: { pools: [group], wires: [queue({ podTerminationGracePeriod: open('var.grace') })] },
        workloads: [workload()],
      },
      'spot',
      [],
    ],
    [
      'has the detach of a volume, for which Karpenter waits',
      {
        of: { pools: [web], wires: [wired] },
        workloads: [workload({ volumes: [volume, { ...volume, name: 'other' }] })],
      },
      'spot-interruption by karpenter of',
      [
        'spot-interruption by karpenter of web: delivery 5, poll 0, grace 60, detach 20 until notice 120',
      ],
    ],
    [
      'has no detach before Karpenter 1.0',
      {
        of: { pools: [web], wires: [{ installation: karpenter({ version: '0.37.8' }) }] },
        workloads: [workload({ volumes: [volume] })],
      },
      'spot-interruption by karpenter of',
      ['spot-interruption by karpenter of web: delivery 5, poll 0, grace 60 until notice 120'],
    ],
    [
      'has no detach where some allowed release does not wait',
      {
        of: {
          pools: [web],
          wires: [{ installation: karpenter({ version: ['0.37.8', '1.0.0'] }) }],
        },
        workloads: [workload({ volumes: [volume] })],
      },
      'spot-interruption by karpenter of',
      ['spot-interruption by karpenter of web: delivery 5, poll 0, grace 60 until notice 120'],
    ],
    [
      'has the detach where no release is known',
      { of: { pools: [web] }, workloads: [workload({ volumes: [volume] })] },
      'spot-interruption by nobody of',
      [
        'spot-interruption by nobody of web: delivery 5, poll 0, grace 60, detach 20 until notice 120',
      ],
    ],
    [
      'has no detach by NTH',
      { of: { pools: [group], wires: [queue()] }, workloads: [workload({ volumes: [volume] })] },
      'spot-interruption by nth of',
      ['spot-interruption by nth of web: delivery 5, poll 3, grace 60 until notice 120'],
    ],
    [
      "ends with the NodePool's deadline, counted from the answer",
      {
        of: { pools: [web], wires: [wired] },
        drains: [drain({ terminationGracePeriod: seconds(300) })],
      },
      'scheduled',
      ['scheduled-change by karpenter: delivery 5, poll 0 until node-deadline 305'],
    ],
    [
      'has no deadline of a number that is not known',
      {
        of: { pools: [web], wires: [wired] },
        drains: [drain({ terminationGracePeriod: open('var.seconds') as Maybe<number> })],
      },
      'scheduled',
      ['scheduled-change by karpenter: delivery 5, poll 0'],
    ],
    [
      'by NTH knows no deadline of a NodePool',
      {
        of: { pools: [{ ...web, tags: group.tags }], wires: [queue()] },
        drains: [drain({ terminationGracePeriod: seconds(300) })],
      },
      'scheduled',
      ['scheduled-change by nth: delivery 5, poll 3'],
    ],
    [
      'of a termination ends with the hook',
      { of: { pools: [group], wires: [queue()], hooks: [terminating(seconds(300))] } },
      'asg',
      ['asg-termination by nth: delivery 5, poll 3 until hook 300'],
    ],
    [
      'of a termination knows no end of a launch hook, of one elsewhere, or of one without a number',
      {
        of: {
          pools: [group],
          wires: [queue()],
          hooks: [
            terminating(),
            terminating(open('var.seconds') as Maybe<number>),
            { ...hook(group, 'launching'), timeout: seconds(30) },
            { ...terminating(seconds(40)), pool: 'other' },
            { ...terminating(seconds(50)), exists: false },
          ],
        },
      },
      'asg',
      ['asg-termination by nth: delivery 5, poll 3'],
    ],
    [
      'of a termination has no end where heartbeats prolong the hook',
      {
        of: {
          pools: [group],
          wires: [queue({ heartbeatInterval: '60' })],
          hooks: [terminating(seconds(300))],
        },
      },
      'asg',
      ['asg-termination by nth: delivery 5, poll 3'],
    ],
    [
      'of a termination has one where the interval is nothing',
      {
        of: {
          pools: [group],
          wires: [queue({ heartbeatInterval: '0' })],
          hooks: [terminating(seconds(300))],
        },
      },
      'asg',
      ['asg-termination by nth: delivery 5, poll 3 until hook 300'],
    ],
    [
      'of a termination has one before charts read heartbeats',
      {
        of: {
          pools: [group],
          wires: [queue({ heartbeatInterval: 60 }, '0.25.1')],
          hooks: [terminating(seconds(300))],
        },
      },
      'asg',
      ['asg-termination by nth: delivery 5, poll 3 until hook 300'],
    ],
    [
      'by EKS is a poll of no time, which no hook of the group ends',
      {
        of: {
          pools: [managed],
          installations: [native('eks')],
          hooks: [{ ...terminating(seconds(60)), pool: 'system' }],
        },
      },
      'asg',
      ['asg-termination by eks: poll 0'],
    ],
  ];
  it.each(cases)('%s', (_, given, event, expected) => {
    expect(only(event, linesOf(given))).toEqual(expected);
  });
});
