/** The smallest thing that shows a proof to be refuted. */
import { describe, expect, it } from 'vitest';
import { counterexampleOf } from '../../src/model/counterexample.js';
import { compare, type Expectation } from '../../src/model/expect.js';
import { HERE, karpenter, MANAGED_TAG, nth, pool, type SystemInput } from '../support/system.js';
import { group, nodePool, queue, tagged, verdictsOf, wired } from '../support/verdicts.js';

/** `conflict of spot-interruption on NodePool: karpenter (pattern, poll); nth (tag)`. */
function exampleOf(of: SystemInput, owner?: Expectation['owner']): string | undefined {
  const expected = owner === undefined ? undefined : { owner, from: HERE };
  const found = counterexampleOf(compare(verdictsOf(of), () => expected));
  if (found === undefined) return undefined;
  const chains = found.chains.map(
    ({ claim, gates }) => `${claim.installation} (${gates.map(({ name }) => name).join(', ')})`,
  );
  const { event, pool: at } = found.verdict;
  return `${found.shows} of ${event.kind} on ${at.id}: ${chains.join('; ')}`;
}

describe('a counterexample', () => {
  const only = (id: string) => (of: { readonly id: string }) =>
    of.id === id
      ? ({ open: true, because: 'it runs there' } as const)
      : ({ open: false, because: 'it does not run there' } as const);
  const third = { installation: karpenter({ id: 'another' }) };
  const cases: readonly (readonly [
    string,
    SystemInput,
    Expectation['owner'] | undefined,
    string | undefined,
  ])[] = [
    ['is none where nothing refutes', { pools: [group], wires: [queue] }, undefined, undefined],
    [
      'of a conflict shows the ways of both that act, without what is so for every event',
      { pools: [tagged], wires: [wired, queue] },
      undefined,
      'conflict of spot-interruption on NodePool: karpenter (pattern, delivery, delivery, poll, node-claim); nth-queue (pattern, delivery, delivery, poll, tag)',
    ],
    [
      'of a conflict shows no more than two, those with the shortest ways',
      {
        pools: [tagged],
        wires: [wired, third],
        installations: [nth('imds', { settings: { enableSpotInterruptionDraining: true } })],
      },
      undefined,
      'conflict of spot-interruption on NodePool: nth-imds (setting, placement); karpenter (pattern, delivery, delivery, poll, node-claim)',
    ],
    [
      'of a gap shows the first gate that keeps each handler from acting',
      { pools: [nodePool], installations: [karpenter()], wires: [queue] },
      undefined,
      'gap of spot-interruption on NodePool: nth-queue (tag); karpenter (poll)',
    ],
    [
      'of a gap has no ways where nobody is there',
      { pools: [nodePool] },
      undefined,
      'gap of spot-interruption on NodePool: ',
    ],
    [
      'shows a conflict before a gap of an earlier pool',
      {
        pools: [
          pool('NodePool', { id: 'a', capacity: ['spot'] }),
          pool('NodePool', { id: 'b', tags: [MANAGED_TAG] }),
        ],
        wires: [
          { ...wired, events: ['scheduled-change'] },
          { ...queue, events: ['scheduled-change'] },
        ],
      },
      undefined,
      'conflict of scheduled-change on b: karpenter (pattern, delivery, delivery, poll, node-claim); nth-queue (pattern, delivery, delivery, poll, tag)',
    ],
    [
      'is the one with the shortest ways where two pools show the same',
      {
        pools: [
          pool('NodePool', { id: 'a', tags: [MANAGED_TAG] }),
          pool('SelfManagedNodeGroup', { id: 'b' }),
        ],
        wires: [wired, queue],
        installations: [
          nth('imds', { id: 'one', runsOn: only('b') }),
          nth('imds', { id: 'two', runsOn: only('b') }),
        ],
      },
      undefined,
      'conflict of spot-interruption on b: one (setting, placement); two (setting, placement)',
    ],
    [
      'of another owner than wanted shows how that one comes to act',
      { pools: [group], wires: [queue] },
      'karpenter',
      'wrong-owner of spot-interruption on SelfManagedNodeGroup: nth-queue (pattern, delivery, delivery, poll, tag)',
    ],
    [
      'of an owner that does not act shows what alone keeps it from that',
      { pools: [nodePool], wires: [queue] },
      'nth',
      'wrong-owner of spot-interruption on NodePool: nth-queue (tag)',
    ],
  ];
  it.each(cases)('%s', (_, of, owner, expected) => {
    expect(exampleOf(of, owner)).toBe(expected);
  });

  it('says nothing of who only looks on', () => {
    const verdicts = compare(verdictsOf({ pools: [nodePool], wires: [wired] }), (_, event) =>
      event === 'rebalance-recommendation' ? { owner: 'karpenter', from: HERE } : undefined,
    );
    const found = counterexampleOf(verdicts);
    expect(found?.verdict.claims.map(({ reaction }) => reaction)).toEqual(['observe']);
    expect(found).toMatchObject({ shows: 'wrong-owner', chains: [] });
  });

  it('rests on what the verdict rests on', () => {
    const found = counterexampleOf(verdictsOf({ pools: [nodePool] }));
    expect(found?.assuming).toBe(found?.verdict.assuming);
  });
});
