/** Where EventBridge decides otherwise than one would guess, and what trace says of a mismatch. */
import { describe, expect, it } from 'vitest';
import { explainMismatch, matchEvent } from '../../src/eventbridge/match.js';
import { parsePattern } from '../../src/eventbridge/pattern.js';
import { known, type Value } from '../../src/value/value.js';
import { here, patternOf, samples, term } from './support.js';

const entities = { e: [{ f: '1' }, { v: '2', w: '9' }] };

const cases = [
  ['a lower bound that is not included', { n: [{ numeric: ['>', 5] }] }, { n: 5 }, false],
  ['a lower bound that is', { n: [{ numeric: ['>=', 5] }] }, { n: 5 }, true],
  ['an upper bound that is not included', { n: [{ numeric: ['<', 5] }] }, { n: 5 }, false],
  ['numbers by value', { n: [300, 0] }, { n: -0.0 }, true],
  ['addresses by value', { ip: ['2001:db8::1'] }, { ip: '2001:0DB8::0001' }, true],
  ['a field named $or', { $or: ['a', { prefix: 'b' }] }, { $or: 'bc' }, true],
  [
    'a later name before an earlier one',
    { a: ['1'], $or: [{ a: ['2'] }, { b: ['3'] }] },
    { a: '2' },
    true,
  ],
  [
    'a name after the alternatives',
    { $or: [{ a: ['2'] }, { b: ['3'] }], a: ['1'] },
    { a: '2' },
    false,
  ],
  [
    'absence in the element of an earlier field',
    { e: { f: ['1'], v: [{ exists: false }] } },
    entities,
    true,
  ],
  [
    'absence before any element is chosen',
    { e: { v: [{ exists: false }], w: ['9'] } },
    entities,
    false,
  ],
  [
    'absence in the very element',
    { e: { v: [{ exists: false }], w: ['9'] } },
    { e: [{ w: '9' }] },
    true,
  ],
  [
    'plain values beside objects in one array',
    { p: ['x'], 'p.a': [1] },
    { p: [{ a: 1 }, 'x'] },
    true,
  ],
  ['an exact match written as one', { a: [{ exactly: 'x' }] }, { a: 'x' }, true],
  ['a text that is the whole suffix', { a: [{ suffix: 'abc' }] }, { a: 'abc' }, true],
  ['a name of nothing', { '': { a: ['x'] } }, { '': { a: 'x' } }, true],
  ['a name of nothing on the way', { a: { '': { b: ['x'] } } }, { a: { '': { b: 'x' } } }, true],
  [
    'absence or a value in the element of an earlier field',
    { e: { f: ['1'], v: ['7', { exists: false }] } },
    entities,
    true,
  ],
  [
    'absence in elements that lie in different ones of an outer array',
    { e: { a: { f: ['1'], w: ['9'], z: [{ exists: false }] } } },
    { e: [{ a: [{ f: '1' }, { w: '9' }, { z: '0' }] }] },
    false,
  ],
  ['no event at all', { a: [{ exists: false }] }, null, false],
  ['a text for an event', { a: [{ exists: false }] }, 'a', false],
  ['an event that is no object', { a: [{ exists: false }] }, ['a'], false],
] as const;

describe('matchEvent', () => {
  it.each(cases)('%s', (_name, pattern, event, verdict) => {
    expect(matchEvent(patternOf(pattern), event)).toBe(verdict);
  });

  it('says that it does not know where more fields than any pattern has would be absent', () => {
    const names = Array.from({ length: 1001 }, (_, i) => `f${String(i).padStart(4, '0')}`);
    const of = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]));
    const verdict = (count: number) =>
      matchEvent(
        patternOf({
          e: {
            ...Object.fromEntries(Object.entries(of(['1'])).slice(0, count)),
            v: [{ exists: false }],
          },
        }),
        { e: [of('1'), { v: '2' }] },
      );
    expect(verdict(999)).toBe(true);
    expect(verdict(1001)).toMatchObject({ unknown: 'limit', term: 'array elements of e.f0000' });
  });

  it('looks into an event nested without end only as far as the pattern goes', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 100_000; depth++) deep = { a: [deep] };
    expect(matchEvent(patternOf({ a: { a: [{ exists: true }] } }), deep)).toBe(false);
    let flat: unknown = 'x';
    for (let depth = 0; depth < 1000; depth++) flat = [flat];
    expect(matchEvent(patternOf({ a: ['x'] }), { a: flat })).toBe(true);
  });
});

describe('explainMismatch', () => {
  const spot = samples.get('ec2-spot-interruption-warning-stop');
  const retirement = samples.get('health-ec2-instance-network-maintenance-scheduled-multi-entity');
  const reasons = (pattern: unknown, event: unknown) =>
    explainMismatch(patternOf(pattern), event).map(
      ({ path, wanted, found }) => `${path}: wants ${wanted}, has ${found}`,
    );

  it.each([
    [
      'each field that keeps the event out',
      {
        source: ['aws.ec2'],
        'detail-type': ['EC2 Instance Rebalance Recommendation'],
        region: [{ prefix: 'us-' }],
      },
      spot,
      [
        'detail-type: wants "EC2 Instance Rebalance Recommendation", has "EC2 Spot Instance Interruption Warning"',
        'region: wants text starting with "us-", has "ap-northeast-2"',
      ],
    ],
    [
      'a field that is not there',
      { detail: { AutoScalingGroupName: ['a', 'b'] } },
      spot,
      ['detail.AutoScalingGroupName: wants "a" or "b", has nothing'],
    ],
    [
      'an object where a value is wanted',
      { detail: ['x'] },
      spot,
      ['detail: wants "x", has an object'],
    ],
    [
      'an unwanted value',
      { detail: { 'instance-id': [{ exists: false }] } },
      spot,
      ['detail.instance-id: wants no value, has "i-0a1b2c3d4e5f60718"'],
    ],
    [
      'the alternative that comes nearest',
      {
        $or: [
          { source: ['aws.s3'], region: ['x'] },
          { source: ['aws.ec2'], account: [{ suffix: '0' }] },
        ],
      },
      spot,
      ['account: wants text ending with "0", has "111122223333"'],
    ],
    [
      'values that are in no element together',
      {
        detail: {
          affectedEntities: {
            entityValue: ['i-0ffffffffffffff02'],
            status: [{ 'anything-but': 'PENDING' }],
          },
        },
      },
      retirement,
      ['detail.affectedEntities.status: wants anything but "PENDING", has "PENDING", "PENDING"'],
    ],
    [
      'values that are in different elements',
      { d: { e: { v: ['1'], s: ['OK'] } } },
      {
        d: {
          e: [
            { v: '1', s: 'BAD' },
            { v: '2', s: 'OK' },
          ],
        },
      },
      ['d.e: wants one element that matches d.e.s and d.e.v, has no element that matches them all'],
    ],
    [
      'each field that keeps the event out, one that should be absent too',
      { a: [{ exists: false }], b: ['x'] },
      { a: '1', b: '2' },
      ['a: wants no value, has "1"', 'b: wants "x", has "2"'],
    ],
    [
      'the first of two alternatives that come as near',
      { $or: [{ a: ['x'] }, { b: ['y'] }] },
      {},
      ['a: wants "x", has nothing'],
    ],
    [
      'the fields of one array alone, by the names that all of them begin with',
      { s: ['x'], d: { e: { v: { a: ['1'], b: ['2'] }, s: ['OK'] } } },
      {
        s: 'x',
        d: {
          e: [
            { v: { a: '1', b: '2' }, s: 'BAD' },
            { v: { a: '2' }, s: 'OK' },
          ],
        },
      },
      [
        'd.e: wants one element that matches d.e.s and d.e.v.a and d.e.v.b, has no element that matches them all',
      ],
    ],
    [
      'a bound of one side, and as many values as are shown',
      { a: [{ numeric: ['>', 5] }], b: [{ numeric: ['<', 5] }], c: ['1', '2', '3', '4', '5'] },
      { c: ['6', '7', '8', '9', '10', '11'] },
      [
        'a: wants a number > 5, has nothing',
        'b: wants a number < 5, has nothing',
        'c: wants "1" or "2" or "3" or "4" or "5", has "6", "7", "8", "9", 2 more',
      ],
    ],
    [
      'the rest in words',
      {
        a: [{ 'equals-ignore-case': 'X' }, { numeric: ['>', 0, '<=', 5] }],
        b: [{ wildcard: 'a*' }, { cidr: '10.0.0.0/8' }],
        c: [{ prefix: { 'equals-ignore-case': 'x' } }, { exists: true }],
        d: ['1', '2', '3', '4', '5', '6', true],
      },
      {},
      [
        'a: wants "X" in any case or a number > 0 and <= 5, has nothing',
        'b: wants text like "a*" or an address in 10.0.0.0/8, has nothing',
        'c: wants text starting with "x" in any case or any value, has nothing',
        'd: wants "1" or "2" or "3" or "4" or 3 more, has nothing',
      ],
    ],
  ] as const)('tells %s', (_name, pattern, event, expected) => {
    expect(reasons(pattern, event)).toEqual(expected);
  });

  it('is sure of what no unknown decides', () => {
    const apart = { e: [{ v: '1', s: 'BAD' }, { s: 'OK' }] };
    const [only] = explainMismatch(patternOf({ e: { v: ['1'], s: ['OK'] } }), apart);
    expect(only).toMatchObject({ path: 'e' });
    expect(only).not.toHaveProperty('undecided');
  });

  it('names what is not known in a list, which is no secret', () => {
    const value = known([known('a', here), term('var.name')], here);
    const { pattern } = parsePattern(known(new Map([['source', value]]), here));
    const [only] = pattern === undefined ? [] : explainMismatch(pattern, { source: 'b' });
    expect(only?.wanted).toBe('"a" or var.name');
  });

  it('keeps secret what stands deep in an operator, and in a text that names a field twice', () => {
    const secret = { ...known('hunter2', here), secret: true } as const;
    const map = (name: string, value: Value) => known(new Map([[name, value]]), here);
    const wanted = (value: Value) => {
      const { pattern } = parsePattern(value);
      return pattern && explainMismatch(pattern, {}).map((mismatch) => mismatch.wanted);
    };
    const deep = map('prefix', known([secret], here));
    expect(wanted(map('a', known([map('anything-but', deep)], here)))).toEqual([
      'a sensitive value',
    ]);
    expect(
      wanted(map('a', known([map('prefix', map('equals-ignore-case', secret))], here))),
    ).toEqual(['a sensitive value']);
    const twice = known('{"account": ["a"], "account": ["hunter2"]}', here);
    expect(wanted(twice)).toEqual(['"hunter2"']);
    expect(wanted({ ...twice, secret: true })).toEqual(['a sensitive value']);
  });

  it('never prints what the pattern keeps secret', () => {
    const list = (secret: boolean): Value => ({
      ...known([{ ...known('hunter2', here), ...(secret && { secret: true }) }], here),
    });
    const wanted = (value: Value) => {
      const { pattern } = parsePattern(value);
      return pattern && explainMismatch(pattern, {}).map((mismatch) => mismatch.wanted);
    };
    const object = (value: Value) => known(new Map([['account', value]]), here);
    expect(wanted(object(list(false)))).toEqual(['"hunter2"']);
    expect(wanted(object(list(true)))).toEqual(['a sensitive value']);
    expect(wanted({ ...object(list(false)), secret: true })).toEqual(['a sensitive value']);
    const text = known('{"account": ["hunter2"]}', here);
    expect(wanted({ ...text, secret: true })).toEqual(['a sensitive value']);
  });
});
