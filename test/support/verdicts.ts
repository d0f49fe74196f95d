/** Systems judged in tests: pools and installations that many cases share, and the verdict on one event. */
import { expect, it } from 'vitest';
import { events } from '../../src/facts/events.js';
import * as reactions from '../../src/facts/reactions.js';
import { type JudgeOptions, judge } from '../../src/model/judge.js';
import { eventName, type State, type Verdict } from '../../src/model/verdict.js';
import {
  karpenter,
  lateTag,
  MANAGED_TAG,
  native,
  nth,
  pool,
  type SystemInput,
  system,
} from './system.js';

export const nodePool = pool('NodePool');
export const tagged = pool('NodePool', { tags: [MANAGED_TAG] });
export const managed = pool('ManagedNodeGroup');
export const group = pool('SelfManagedNodeGroup', { tags: [MANAGED_TAG] });
export const late = pool('SelfManagedNodeGroup', { tags: [lateTag(MANAGED_TAG)] });
export const untagged = pool('SelfManagedNodeGroup');
export const autoMode = pool('AutoMode');

/** Karpenter, and NTH in queue mode, each with a queue that every rule feeds. */
export const wired = { installation: karpenter() };
export const queue = { installation: nth('queue') };
export const set = (settings: Readonly<Record<string, unknown>>) => ({
  installation: nth('queue', { settings }),
});
export const unchecked = set({ checkTagBeforeDraining: false });
export const eks = native('eks');

export const verdictsOf = (input: SystemInput, options?: JudgeOptions): readonly Verdict[] =>
  judge(system(input), { reactions, events }, options);

/** The verdict on an event of the first pool. */
export function verdictOn(event: string, input: SystemInput, options?: JudgeOptions): Verdict {
  const [first] = input.pools;
  const found = verdictsOf(input, options).find(
    (verdict) => verdict.pool === first && eventName(verdict.event) === event,
  );
  if (found === undefined) throw new Error(`${event} is not judged`);
  return found;
}

/** A name, a system, the state of an event of its first pool; the Spot notice where no event is named. */
export type Case = readonly [name: string, of: SystemInput, state: State, event?: string];

export function each(cases: readonly Case[]): void {
  for (const [name, of, state, event = 'spot-interruption'] of cases)
    it(name, () => {
      expect(verdictOn(event, of).state).toBe(state);
    });
}
