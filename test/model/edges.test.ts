/** The small decisions that verdicts are made of, at their edges. */
import { describe, expect, it } from 'vitest';
import { events } from '../../src/facts/events.js';
import * as reactions from '../../src/facts/reactions.js';
import { settingOf } from '../../src/model/courses.js';
import { actorsOf, ownerOf } from '../../src/model/expect.js';
import { judge } from '../../src/model/judge.js';
import { holdsFor, meets } from '../../src/model/labels.js';
import { blocksEviction, selectsPods } from '../../src/model/pdb.js';
import type { Claim, Gate, Verdict } from '../../src/model/verdict.js';
import type { LabelCondition, PodBudget, Workload } from '../../src/model/workload.js';
import { known } from '../../src/value/value.js';
import { HERE, karpenter, open, pool, system } from '../support/system.js';

const word = (value: string) => ({ value, from: HERE });

describe('a condition on a label', () => {
  const isIn = (...values: LabelCondition['values']): LabelCondition => ({
    key: 'app',
    operator: 'In',
    values,
    from: HERE,
  });

  it.each([
    ['its value', isIn(word('web')), 'web', true],
    ['another value', isIn(word('web')), 'api', false],
    ['an absent label', isIn(word('web')), undefined, false],
    ['a value that is not known', isIn(open('var.app')), 'api', true],
    ['a value that is not known, and an absent label', isIn(open('var.app')), undefined, false],
  ] as const)('holds for %s as it should', (_, condition, label, expected) => {
    expect(holdsFor(condition, label)).toBe(expected);
  });
});

describe('a label that its chooser is free in', () => {
  const among = (operator: LabelCondition['operator'], ...values: LabelCondition['values']) => ({
    key: 'app',
    operator,
    values,
    from: HERE,
  });
  const maybe = open('var.app');
  it.each([
    [
      'meets what asks for one of its values',
      among('In', word('a')),
      [among('In', word('a'), word('b'))],
      true,
    ],
    [
      'meets nothing that asks for another',
      among('In', word('c')),
      [among('In', word('a'))],
      false,
    ],
    [
      'may meet what asks for a value that is not known',
      among('In', maybe),
      [among('In', word('a'))],
      maybe,
    ],
    ['may meet it where its own is not known', among('In', word('a')), [among('In', maybe)], maybe],
    [
      'meets every exclusion but of all',
      among('NotIn', word('a')),
      [among('In', word('a'), word('b'))],
      true,
    ],
    ['meets no exclusion of all', among('NotIn', word('a')), [among('In', word('a'))], false],
    ['meets what asks for any', among('Exists'), [among('Exists')], true],
    ['is never absent', among('DoesNotExist'), [among('Exists')], false],
    ['is always absent where it has to be', among('In', word('a')), [among('DoesNotExist')], false],
  ] as const)('%s', (_, condition, bounds, expected) => {
    expect(meets(condition, bounds)).toBe(expected);
  });
});

describe('a disruption budget', () => {
  const workload: Workload = {
    id: 'Deployment shop/web',
    kind: 'Deployment',
    name: 'web',
    namespace: 'shop',
    replicas: known(3, HERE) as Workload['replicas'],
    grace: known(30, HERE) as Workload['grace'],
    labels: new Map([['app', 'web']]),
    placement: [],
    tolerations: [],
    protection: [],
    volumes: [],
    daemon: false,
    from: HERE,
  };
  const budget: PodBudget = {
    name: 'web',
    namespace: 'shop',
    selects: [{ key: 'app', operator: 'In', values: [word('web')], from: HERE }],
    from: HERE,
  };

  it.each([
    ['the pods of its namespace with its labels', budget, true],
    ['none of another namespace', { ...budget, namespace: 'other' }, false],
    ['none of another cluster', { ...budget, cluster: 'b' }, false],
    ['none where it selects nothing', { name: 'x', namespace: 'shop', from: HERE }, false],
  ] as const)('selects %s', (_, one, expected) => {
    expect(selectsPods(one as PodBudget, workload)).toBe(expected);
  });

  const count = (value: number) => known(value, HERE) as Workload['replicas'];
  it.each([
    ['nothing where nothing is written', {}, count(3), false],
    ['what may never be unavailable', { maxUnavailable: { pods: 0 } }, count(3), true],
    ['nothing where one may be', { maxUnavailable: { pods: 1 } }, count(3), false],
    ['everything of which all must be there', { minAvailable: { percent: 100 } }, undefined, true],
    ['what needs as many as there are', { minAvailable: { pods: 3 } }, count(3), true],
    ['nothing where one more is there', { minAvailable: { pods: 2 } }, count(3), false],
    ['nothing of a number that is not known', { minAvailable: { pods: 3 } }, open('var.n'), false],
    ['nothing where no number is written', { minAvailable: { pods: 3 } }, undefined, false],
    ['nothing of no pods', { minAvailable: { pods: 1 } }, count(0), false],
  ])('blocks %s', (_, amounts, replicas, expected) => {
    const given = { ...budget, ...amounts } as unknown as PodBudget;
    expect(blocksEviction(given, replicas) !== undefined).toBe(expected);
  });
});

describe('judging', () => {
  it('leaves out a pool that does not exist', () => {
    const there = pool('NodePool', { id: 'a' });
    const gone = { ...pool('NodePool', { id: 'b' }), exists: false as const };
    const verdicts = judge(system({ pools: [there, gone] }), { reactions, events });
    expect(new Set(verdicts.map((verdict) => verdict.pool))).toEqual(new Set([there]));
  });
});

describe('who acts', () => {
  const gate = (name: Gate['name'], state: Gate['open']): Gate => ({
    name,
    node: 'x',
    open: state,
    from: HERE,
    says: name,
  });
  const claim = (
    reaction: Claim['reaction'],
    holds: Claim['holds'],
    gates: readonly Gate[],
  ): Claim => ({ installation: 'x', handler: 'nth', reaction, gates, holds, from: HERE }) as Claim;
  const drains = claim('drain', true, [gate('poll', true)]);
  const mayHappen = claim('drain', open('spot'), [
    gate('occurs', open('spot')),
    gate('poll', true),
  ]);
  const mayAct = claim('drain', open('tag'), [gate('tag', open('tag'))]);
  const shut = claim('drain', false, [gate('occurs', false), gate('poll', true)]);
  const looks = claim('observe', true, [gate('poll', true)]);
  const verdict = (...claims: readonly Claim[]) =>
    ({ claims, state: 'owned' }) as unknown as Verdict;

  it('is who acts whenever the event occurs', () => {
    expect(actorsOf(verdict(drains, mayHappen, mayAct, shut, looks))).toEqual([drains, mayHappen]);
  });

  it('owns an event by a claim that holds, or by the one that would', () => {
    expect(ownerOf(verdict(looks, drains))).toBe(drains);
    expect(ownerOf(verdict(looks, mayHappen))).toBe(mayHappen);
    expect(ownerOf(verdict(looks))).toBeUndefined();
  });
});

describe('a setting that is a number', () => {
  it('is one only where it is known and written', () => {
    const of = (value: unknown) => ({ ...karpenter(), setting: () => value }) as never;
    expect(settingOf(of(known(5, HERE)), 'workers')?.value).toBe(5);
    expect(settingOf(of(open('var.workers')), 'workers')).toBeUndefined();
    expect(settingOf(of(undefined), 'workers')).toBeUndefined();
  });
});
