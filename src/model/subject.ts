/** What all questions about a system have in common, each part worked out once. */
import type { EventAtom as EventFact, EventFacts } from '../facts/events.js';
import type { PoolKind, ReactionRow, TagCheck } from '../facts/reactions.js';
import { once } from '../source/once.js';
import { isUnknown } from '../value/value.js';
import { type Delivery, deliveries } from './gates.js';
import { conditionGates, existence, permissionGates } from './installation-gates.js';
import { type RowOfReleases, reactionRows } from './reaction-rows.js';
import type { Installation, Pool, System } from './system.js';
import { gateOfCheck } from './tag.js';
import { eventName, type Gate } from './verdict.js';

/** The areas of the facts that judgement stands on. */
export interface ModelFacts {
  readonly reactions: typeof import('../facts/reactions.js');
  readonly events: EventFacts;
}

export interface Subject {
  readonly system: System;
  readonly facts: ModelFacts;
  /** What an installation may do about an event on a kind of pool. */
  rows(installation: Installation, pool: PoolKind, event: EventFact): readonly RowOfReleases[];
  /** The best way by which an event of a pool reaches an installation's queue. */
  delivery(installation: Installation, event: EventFact, pool: Pool): Delivery | undefined;
  /** What must be so for an installation to run at all: that it is installed, then its conditions. */
  standing(installation: Installation): {
    readonly exists: Gate;
    readonly conditions: readonly Gate[];
  };
  /** Whether AWS lets an installation ask for what a row of it needs. */
  permission(installation: Installation, row: ReactionRow): readonly Gate[];
  /** Whether a pool passes a check of an installation for its tag. */
  tagged(installation: Installation, pool: Pool, check: TagCheck): Gate;
}

export function subjectOf(system: System, facts: ModelFacts): Subject {
  const rows = once((installation: Installation) =>
    once((pool: PoolKind) =>
      once((event: EventFact) => reactionRows(facts.reactions, installation, pool, event)),
    ),
  );
  const tagged = once((installation: Installation) =>
    once((pool: Pool) => once((check: TagCheck) => gateOfCheck(check, installation, pool))),
  );
  const standing = once((installation: Installation) => ({
    exists: existence(installation),
    conditions: conditionGates(installation),
  }));
  const permission = once((installation: Installation) =>
    once((row: ReactionRow) => permissionGates(system, facts.reactions, installation, row)),
  );
  return {
    system,
    facts,
    standing,
    permission: (installation, row) => permission(installation)(row),
    rows: (installation, pool, event) => rows(installation)(pool)(event),
    delivery: bestDeliveries(system),
    tagged: (installation, pool, check) => tagged(installation)(pool)(check),
  };
}

/** How an event reaches a queue is the same for every pool whose group has the same name, or none. */
function bestDeliveries(system: System): Subject['delivery'] {
  const found = new Map<Installation, Map<string, Delivery | undefined>>();
  return (installation, event, pool) => {
    const known = found.get(installation) ?? new Map<string, Delivery | undefined>();
    found.set(installation, known);
    const { groupName: group } = pool;
    const key = `${eventName(event)} ${group && (isUnknown(group) ? group.term : `"${group.value}"`)}`;
    if (!known.has(key)) known.set(key, deliveries(system, installation, event, pool)[0]);
    return known.get(key);
  };
}
