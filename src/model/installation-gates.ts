/** The gates of a claim that hang on the installation alone, whatever the pool and the event. */
import type { ReactionRow } from '../facts/reactions.js';
import type { Condition, Installation, System } from './system.js';
import type { Gate } from './verdict.js';

export const gateOf = (node: string, condition: Condition): Gate => ({ ...condition, node });

export const existence = ({ id, exists, from }: Installation): Gate => ({
  name: 'exists',
  node: id,
  open: exists,
  from,
  says: 'it is installed',
});

/** What must be so for the installation to run at all. */
export const conditionGates = ({ id, conditions = [] }: Installation): readonly Gate[] =>
  conditions.map((condition) => gateOf(id, condition));

/** Whether AWS lets it ask. */
export function permissionGates(
  { polls }: System,
  { actionsOf }: typeof import('../facts/reactions.js'),
  { id, permits }: Installation,
  row: ReactionRow,
): readonly Gate[] {
  const { actions, source } = actionsOf(row) ?? {};
  if (actions === undefined || source === undefined) return [];
  const queue = polls.find((poll) => poll.installation === id)?.queue;
  const condition = permits?.(actions, queue);
  return condition === undefined ? [] : [{ ...gateOf(id, condition), fact: source }];
}
