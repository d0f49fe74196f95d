/** What is the same for every handler: does it run, does it read the queue, may it. */
import type { Installation, Pool, Queue, System } from '../model/system.js';
import { and, type Tri } from '../value/logic.js';
import { isUnknown } from '../value/value.js';
import type { TracedEvent } from './event.js';
import type { TraceFacts } from './facts.js';
import type { Hop, Message } from './hop.js';

/** One release of one handler against one event. */
export interface Reading {
  readonly system: System;
  readonly event: TracedEvent;
  readonly pool: Pool;
  readonly installation: Installation;
  /** Chart version. */
  readonly release: string;
  readonly facts: TraceFacts;
}

/** Whether the installation runs. */
export function runHops({ id, exists, conditions = [], from }: Installation): readonly Hop[] {
  const installed: readonly Hop[] =
    exists === true
      ? []
      : [{ step: 'run', node: id, passes: exists, says: 'it may not be installed', from }];
  return [
    ...installed,
    ...conditions.map(
      ({ open, says, from: place, assuming }): Hop => ({
        step: 'run',
        node: id,
        passes: open,
        says,
        from: place,
        ...(assuming === undefined ? {} : { assuming }),
      }),
    ),
  ];
}

/** Whether it reads the queue; undefined where it is not the one that it is given. */
export function pollHop(system: System, { id }: Installation, queue: Queue): Hop | undefined {
  const poll = system.polls.find((one) => one.installation === id && one.queue === queue.id);
  if (poll === undefined) return undefined;
  const { open, wrongForm, from, assuming } = poll;
  return {
    step: 'poll',
    node: id,
    passes: and([open, queue.exists]),
    says:
      wrongForm === undefined
        ? 'it reads the queue'
        : `it is given the ${wrongForm.given} of the queue and takes its ${wrongForm.wanted}`,
    from,
    ...(assuming === undefined ? {} : { assuming }),
  };
}

/** Whether AWS lets it call an action; nothing where its identity is not in sight. */
export function permissionHop(
  { system, installation: { id, permits } }: Reading,
  { action, queue, fact, otherwise }: Call,
): readonly Hop[] {
  const condition = permits?.([action], queue);
  if (condition === undefined) return [];
  return [
    {
      step: 'permission',
      node: id,
      passes: condition.open,
      says: `${saysOf(condition.open, action)}${condition.open === false ? refusal(system, action) : ''}`,
      from: condition.from,
      fact,
      ...(condition.assuming === undefined ? {} : { assuming: condition.assuming }),
      ...(otherwise === undefined ? {} : { otherwise }),
    },
  ];
}

interface Call {
  readonly action: string;
  readonly queue?: string;
  readonly fact: string;
  readonly otherwise?: Message;
}

const saysOf = (open: Tri, action: string): string =>
  open === true
    ? `its role may call ${action}`
    : open === false
      ? `its role may not call ${action}`
      : `whether its role may call ${action} is not known`;

/** AWS refuses a whole policy for one statement that names no resource: what would have allowed it is not there. */
function refusal({ as }: System, action: string): string {
  const refused = as.policies.find(
    ({ kind, statements, exists }) =>
      (kind === 'role' || kind === 'document') &&
      exists !== false &&
      !('unknown' in statements) &&
      statements.some(({ resources, negative }) => resources.length === 0 && !negative) &&
      statements.some(({ actions }) =>
        actions.some((one) => !isUnknown(one) && one.value === action),
      ),
  );
  return refused === undefined
    ? ''
    : `: AWS refuses ${refused.address}, a statement of which names no resource`;
}

/** A handler sees the nodes of its own cluster only. */
export const isOwnCluster = ({ installation, pool }: Reading): boolean =>
  installation.cluster === pool.cluster;
