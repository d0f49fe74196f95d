/** Patterns that Terraform knows only in part, against one event and against shapes. */
import { describe, expect, it } from 'vitest';
import { explainMismatch, matchEvent } from '../../src/eventbridge/match.js';
import { parsePattern } from '../../src/eventbridge/pattern.js';
import { eventShape, matchShape, specialise } from '../../src/eventbridge/shape.js';
import { lifecycleAction, spotInterruption } from '../../src/facts/event-shapes.js';
import { fromData, isUnknown, known, unknown, type Value } from '../../src/value/value.js';
import { here, samples, term } from './support.js';

const NAMES = 'module.eks.self_managed_node_groups_autoscaling_group_names';
const names = term(NAMES);
const object = (entries: Record<string, Value>) => known(new Map(Object.entries(entries)), here);
const data = (value: unknown) => fromData(value, here);

const TERMINATION = {
  source: data(['aws.autoscaling']),
  'detail-type': data(['EC2 Instance-terminate Lifecycle Action']),
};
const SPOT = {
  source: data(['aws.ec2']),
  'detail-type': data(['EC2 Spot Instance Interruption Warning']),
};
const patternOf = (value: Value) => {
  const { pattern } = parsePattern(value);
  if (pattern === undefined) throw new Error('the pattern of a test is one');
  return pattern;
};
const termination = samples.get('asg-instance-terminate-lifecycle-action');
const spot = samples.get('ec2-spot-interruption-warning-terminate');
const byName = (value: Value) =>
  object({ ...TERMINATION, detail: object({ AutoScalingGroupName: value }) });
const short = (verdict: unknown): unknown =>
  verdict !== null && typeof verdict === 'object' && 'term' in verdict ? verdict.term : verdict;

const cases = [
  {
    name: 'a list of names known after apply',
    value: byName(names),
    event: termination,
    verdict: NAMES,
  },
  {
    name: 'one name known after apply',
    value: byName(known([term('aws_autoscaling_group.a.name')], here)),
    event: termination,
    verdict: 'aws_autoscaling_group.a.name',
  },
  {
    name: 'an unknown beside a literal that matches anyway',
    value: byName(
      known([names, known('eks-demo-ng-2ec0ffee-0000-4000-8000-00000000a5a5', here)], here),
    ),
    event: termination,
    verdict: true,
  },
  {
    name: 'a name that begins otherwise than the one in the event',
    value: byName(known([term('local.name', 'prod-')], here)),
    event: termination,
    verdict: false,
  },
  {
    name: 'a name that may be the one in the event',
    value: byName(known([term('local.name', 'eks-')], here)),
    event: termination,
    verdict: 'local.name',
  },
  {
    name: 'names of groups asked of a Spot notice, which carries none: no unknown can help',
    value: object({ ...SPOT, detail: object({ AutoScalingGroupName: names }) }),
    event: spot,
    verdict: false,
  },
  {
    name: 'another field already keeps the event out',
    value: byName(names),
    event: spot,
    verdict: false,
  },
  {
    name: 'an unknown detail',
    value: object({ ...SPOT, detail: term('var.detail') }),
    event: spot,
    verdict: 'var.detail',
  },
  { name: 'an unknown pattern', value: term('var.pattern'), event: spot, verdict: 'var.pattern' },
  {
    name: 'an unknown operand of exists, which may ask for absence',
    value: object({
      ...SPOT,
      detail: object({ x: known([object({ exists: term('var.e') })], here) }),
    }),
    event: spot,
    verdict: 'var.e',
  },
  {
    name: 'an unknown prefix of a field that is absent',
    value: object({
      ...SPOT,
      detail: object({ x: known([object({ prefix: term('var.p') })], here) }),
    }),
    event: spot,
    verdict: false,
  },
  {
    name: 'anything but a known and an unknown text, the known one found',
    value: byName(
      known(
        [
          object({
            'anything-but': known(
              [known('eks-demo-ng-2ec0ffee-0000-4000-8000-00000000a5a5', here), names],
              here,
            ),
          }),
        ],
        here,
      ),
    ),
    event: termination,
    verdict: false,
  },
  {
    name: 'an object with more fields than are known',
    value: { ...object(SPOT), rest: term('var.more') },
    event: spot,
    verdict: 'var.more',
  },
  {
    name: 'an unknown alternative',
    value: object({
      ...SPOT,
      $or: known([term('var.or'), data({ account: ['000000000000'] })], here),
    }),
    event: spot,
    verdict: 'var.or',
  },
  {
    name: 'two unknown names: the field that has nothing else decides',
    value: object({
      a: known([known('x', here), term('var.a')], here),
      b: known([term('var.b')], here),
    }),
    event: { a: ['z', 'x'], b: 'y' },
    verdict: 'var.b',
  },
  {
    name: 'two unknown names of fields alike: the first decides',
    value: object({ b: known([term('var.b')], here), a: known([term('var.a')], here) }),
    event: { a: 'x', b: 'y' },
    verdict: 'var.a',
  },
  {
    name: 'values that are surely found, though in one element only if the unknown is',
    value: object({
      e: object({ f: data(['1']), v: known([known('9', here), term('var.v')], here) }),
    }),
    event: {
      e: [
        { f: '1', v: 'q' },
        { f: '2', v: '9' },
      ],
    },
    verdict: 'var.v',
  },
  {
    name: 'two unknown bounds of a number',
    value: object({
      n: known(
        [
          object({
            numeric: known(
              [known('>', here), term('var.low'), known('<', here), term('var.high')],
              here,
            ),
          }),
        ],
        here,
      ),
    }),
    event: { n: 5 },
    verdict: 'var.low',
  },
  {
    name: 'the text of a structure with unknown leaves, as jsonencode makes it',
    value: unknown('apply', 'jsonencode({})', here, { encodes: byName(names) }),
    event: termination,
    verdict: NAMES,
  },
];

describe('an event against a pattern known in part', () => {
  it.each(cases)('$name', ({ value, event, verdict }) => {
    expect(short(matchEvent(patternOf(value), event))).toBe(verdict);
  });

  it('explains what hangs on the unknown', () => {
    expect(explainMismatch(patternOf(byName(names)), termination)).toEqual([
      {
        path: 'detail.AutoScalingGroupName',
        wanted: NAMES,
        found: '"eks-demo-ng-2ec0ffee-0000-4000-8000-00000000a5a5"',
        from: here,
        undecided: names,
      },
    ]);
  });
});

describe('a heredoc with interpolations', () => {
  const heredoc = (...parts: readonly (string | Value)[]): Value => {
    const all = parts.map((part) => (typeof part === 'string' ? known(part, here) : part));
    const hole = all.find(isUnknown);
    return hole
      ? unknown('apply', 'heredoc', here, { parts: all })
      : known(all.map((part) => (isUnknown(part) ? '' : part.value)).join(''), here);
  };
  const head = '{"source": ["aws.autoscaling"], "detail": {"AutoScalingGroupName": ';

  it.each([
    ['a name', heredoc(`${head}["`, term('var.name'), '"]}}'), 'var.name'],
    ['a name in a text', heredoc(`${head}["eks-`, term('var.name'), '"]}}'), `"eks-\${var.name}"`],
    ['a name in a text that cannot be', heredoc(`${head}["prod-`, term('var.name'), '"]}}'), false],
    ['a list', heredoc(head, term('jsonencode(var.names)'), '}}'), 'jsonencode(var.names)'],
    [
      'an encoded list of which elements are known',
      heredoc(head, unknown('apply', 'j', here, { encodes: known([names], here) }), '}}'),
      NAMES,
    ],
    [
      'fields, which could be anything',
      heredoc('{"source": ["x"] ', term('var.rest'), '}'),
      'heredoc',
    ],
  ] as const)('with %s', (_name, value, verdict) => {
    expect(parsePattern(value).problems).toEqual([]);
    expect(short(matchEvent(patternOf(value), termination))).toBe(verdict);
  });
});

describe('a shape against a pattern known in part', () => {
  const group = term('module.eks.self_managed_node_groups["batch"].autoscaling_group_name');
  const hook = lifecycleAction('terminate');

  it.each([
    ['names unknown, any group', byName(names), hook, NAMES],
    [
      'names unknown, no such field',
      object({ ...SPOT, detail: object({ AutoScalingGroupName: names }) }),
      spotInterruption,
      'none',
    ],
    [
      'the very group of the pool, though its name is unknown',
      byName(known([group], here)),
      () => specialise(hook, { 'detail.AutoScalingGroupName': group }),
      'every',
    ],
    [
      'an element of the unknown list',
      byName(names),
      () => specialise(hook, { 'detail.AutoScalingGroupName': term(`${NAMES}[0]`) }),
      'every',
    ],
    [
      'a part of the unknown that is no element',
      byName(names),
      () => specialise(hook, { 'detail.AutoScalingGroupName': term(`${NAMES}.first`) }),
      NAMES,
    ],
    [
      'a number, of a name that begins like a text',
      byName(data([{ numeric: ['>', 5] }])),
      () => specialise(hook, { 'detail.AutoScalingGroupName': term('local.name', 'eks-') }),
      'none',
    ],
    [
      'a resource that begins in the wrong case',
      object({ ...SPOT, resources: known([term('a.arn', 'ARN:aws:ec2:')], here) }),
      spotInterruption,
      'none',
    ],
    [
      'another unknown name',
      byName(known([group], here)),
      () => specialise(hook, { 'detail.AutoScalingGroupName': term('local.other') }),
      group.term,
    ],
    [
      'a known name, of a group whose name begins otherwise',
      byName(data(['prod-ng'])),
      () => specialise(hook, { 'detail.AutoScalingGroupName': term('local.name', 'eks-') }),
      'none',
    ],
    [
      'a known name, which may be that of a group whose name begins so',
      byName(data(['eks-prod'])),
      () => specialise(hook, { 'detail.AutoScalingGroupName': term('local.name', 'eks-') }),
      'local.name',
    ],
    [
      'a literal, of a field that is one known text or an unknown one',
      object({ a: data(['x', 'y']), b: data(['1']) }),
      eventShape({ a: { values: ['x', term('var.a')] }, b: { like: ['*'] } }),
      'some',
    ],
    [
      'an unknown text of one form and a known one of another',
      object({ a: known([term('var.a', 'a'), known('bx', here)], here) }),
      eventShape({ a: { like: ['a*', 'b*'] } }),
      'some',
    ],
    [
      'a prefix that the name is known to begin with',
      byName(data([{ prefix: 'eks' }])),
      () => specialise(hook, { 'detail.AutoScalingGroupName': term('local.name', 'eks-') }),
      'every',
    ],
    [
      'the Region of the provider, unknown but the same',
      object({ ...SPOT, region: known([term('data.aws_region.current.name')], here) }),
      () => specialise(spotInterruption, { region: term('data.aws_region.current.name') }),
      'every',
    ],
    [
      'a resource that begins like a group',
      object({ ...SPOT, resources: known([term('a.arn', 'arn:aws:autoscaling:')], here) }),
      spotInterruption,
      'none',
    ],
    [
      'a resource that may be an instance',
      object({ ...SPOT, resources: known([term('a.arn', 'arn:aws:ec2:')], here) }),
      spotInterruption,
      'a.arn',
    ],
    [
      'any resource but an unknown one, in one account: some, whatever it is',
      object({
        ...SPOT,
        account: data(['111122223333']),
        resources: known([object({ 'anything-but': known([term('a.arn')], here) })], here),
      }),
      spotInterruption,
      'some',
    ],
    [
      'an unknown text of a field that is one text, or not',
      object({
        account: data(['111122223333']),
        detail: object({
          'instance-action': known(
            [object({ 'anything-but': known([term('var.action')], here) })],
            here,
          ),
        }),
      }),
      eventShape({ account: { like: ['*'] }, 'detail.instance-action': { like: ['terminate'] } }),
      'var.action',
    ],
    [
      'an unknown value where events have an object',
      object({ ...SPOT, detail: known([term('var.detail')], here) }),
      spotInterruption,
      'none',
    ],
    [
      'an unknown detail',
      object({ ...SPOT, detail: term('var.detail') }),
      spotInterruption,
      'var.detail',
    ],
    ['an unknown pattern', term('var.pattern'), spotInterruption, 'var.pattern'],
  ] as const)('%s', (_name, value, shape, coverage) => {
    const given = typeof shape === 'function' ? shape() : shape;
    expect(short(matchShape(patternOf(value), given))).toBe(coverage);
  });
});
