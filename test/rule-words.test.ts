/** Words that rules share. */
import { describe, expect, it } from 'vitest';
import type { Claim, Gate } from '../src/model/verdict.js';
import {
  chainOf,
  clusterOf,
  eventsText,
  groupByPool,
  listText,
  shutGate,
  spanText,
} from '../src/rules/words.js';
import { HERE, open, pool, system } from './support/system.js';
import { nodePool, queue, verdictsOf } from './support/verdicts.js';

const gate = (name: Gate['name'], is: Gate['open'], more: Partial<Gate> = {}): Gate => ({
  name,
  node: 'x',
  open: is,
  from: HERE,
  says: `${name} says`,
  ...more,
});
const claim = (...gates: readonly Gate[]): Claim => ({
  installation: 'nth',
  handler: 'nth',
  reaction: 'drain',
  gates,
  holds: true,
  partly: false,
  from: HERE,
});

describe('the chain of a claim', () => {
  const wire = [gate('occurs', true), gate('pattern', true), gate('poll', true)];
  it.each([
    [
      'what lets the handler act',
      claim(...wire, gate('tag', true), gate('setting', true)),
      'tag says, setting says',
    ],
    ['the wire where nothing else does', claim(...wire), 'pattern says, poll says'],
    [
      'all there is where there is no wire',
      claim(gate('occurs', true), gate('exists', true)),
      'occurs says, exists says',
    ],
  ])('names %s', (_, one, expected) => {
    expect(chainOf(one)).toBe(expected);
  });
});

describe('the gate that keeps a claim from holding', () => {
  const partly = gate('tag', true, { partly: true });
  it.each([
    ['the first that is shut', claim(partly, gate('poll', false), gate('hook', false)), 'poll'],
    ['one that lets some through, where none is shut', claim(gate('poll', true), partly), 'tag'],
    ['none where all are open', claim(gate('poll', true)), undefined],
    ['none where one is not known', claim(gate('poll', open('x'))), undefined],
  ])('is %s', (_, one, expected) => {
    expect(shutGate(one)?.name).toBe(expected);
  });
});

describe('the cluster of a pool', () => {
  const of = (more: object) => {
    const given = system({ pools: [nodePool] });
    return clusterOf(
      { ...given, clusters: given.clusters.map((one) => ({ ...one, ...more })) },
      nodePool,
    );
  };
  it('is called by its name, or by what its name hangs on', () => {
    expect(of({})).toEqual({ cluster: 'payments' });
    expect(of({ name: { value: 'prod', from: HERE } })).toEqual({ cluster: 'prod' });
    expect(of({ name: open('var.cluster') })).toEqual({ cluster: 'var.cluster' });
  });
  it('is not called at all where nothing names it', () => {
    expect(of({ unnamed: true })).toEqual({});
    expect(of({ id: 'another' })).toEqual({});
  });
});

describe('lists and spans in words', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('%j', (words, expected) => {
    expect(listText(words)).toBe(expected);
  });

  it.each([
    [0, '0h'],
    [59, '59s'],
    [60, '1m'],
    [90, '90s'],
    [3600, '1h'],
    [5400, '90m'],
    [86_400, '24h'],
  ])('%d seconds', (seconds, expected) => {
    expect(spanText(seconds)).toBe(expected);
  });

  it('fold the variants of one event', () => {
    const verdicts = verdictsOf({ pools: [nodePool], wires: [queue] }).filter(({ event }) =>
      ['instance-state-change', 'scheduled-change'].includes(event.kind),
    );
    expect(eventsText(verdicts)).toBe('scheduled-change and instance-state-change');
  });

  it('are of one pool each, by cluster and by name', () => {
    const twin = { ...pool('NodePool'), cluster: 'other' };
    const [one] = verdictsOf({ pools: [nodePool] });
    if (one === undefined) throw new Error('nothing is judged');
    const groups = groupByPool([one, { ...one, pool: twin }, one]);
    expect(groups.map(({ pool: { cluster }, group }) => [cluster, group.length])).toEqual([
      ['payments', 2],
      ['other', 1],
    ]);
  });
});
