/** Loads the facts that are in sight; everything below gets them as an argument. */
import { remembered, rememberedReactions } from '../facts/remembered.js';
import type { JudgeFacts } from '../pipeline/read-back.js';

export async function loadFacts(): Promise<JudgeFacts> {
  const [addons, karpenter, nth, reactions, { events }, { addonsSummary }] = await Promise.all([
    import('../facts/addons.js'),
    import('../facts/karpenter.js'),
    import('../facts/nth.js'),
    import('../facts/reactions.js'),
    import('../facts/events.js'),
    import('../facts/addons-summary.js'),
  ]);
  return {
    addons: remembered(addons),
    karpenter: remembered(karpenter),
    nth: remembered(nth),
    reactions: rememberedReactions(reactions),
    events,
    addonsSummary,
  };
}
