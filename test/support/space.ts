/**
 * The finite space of pools and installations, and where the model says otherwise
 * than the truth table in it.
 */
import { events } from '../../src/facts/events.js';
import type { EventKind, PoolKind } from '../../src/facts/reactions.js';
import * as reactions from '../../src/facts/reactions.js';
import { judge } from '../../src/model/judge.js';
import type { CapacityType, Hook, Installation, Pool } from '../../src/model/system.js';
import { eventName, type Verdict } from '../../src/model/verdict.js';
import { hook, lateTag, MANAGED_TAG, pool, system } from './system.js';
import { expected, type Point, type TruthRow } from './truth.js';

const FACTS = { reactions, events };
const KINDS: readonly PoolKind[] = [
  'NodePool',
  'ManagedNodeGroup',
  'SelfManagedNodeGroup',
  'FargateProfile',
  'AutoMode',
];
const CAPACITY: readonly (readonly CapacityType[])[] = [
  ['spot'],
  ['on-demand'],
  ['reserved'],
  ['spot', 'on-demand'],
  ['spot', 'reserved'],
  ['on-demand', 'reserved'],
  ['spot', 'on-demand', 'reserved'],
];
export const HOOKS: readonly (readonly Hook['transition'][])[] = [
  [],
  ['terminating'],
  ['launching'],
  ['terminating', 'launching'],
];
export const OTHER_TAG = 'team/handled';

/** A pool of the space, with what the table needs to know of it. */
export interface Subject {
  readonly pool: Pool;
  readonly hooks: readonly Hook[];
  readonly about: Pick<Point, 'kind' | 'capacity'> & {
    readonly hooks: readonly string[];
    readonly tag: 'own' | 'late' | 'none' | 'other';
    readonly properties: Readonly<Record<string, boolean>>;
  };
}

const TAGS = {
  own: [MANAGED_TAG],
  late: [lateTag(MANAGED_TAG)],
  none: ['team'],
  other: [OTHER_TAG],
};

interface Variety {
  readonly tags?: readonly (keyof typeof TAGS)[];
  readonly hooks?: typeof HOOKS;
  readonly properties?: readonly Readonly<Record<string, boolean>>[];
}

export function subjects({
  tags = ['none'],
  hooks = [[]],
  properties = [{}],
}: Variety): readonly Subject[] {
  const isGroup = (kind: PoolKind): boolean => kind.endsWith('Group');
  return KINDS.flatMap((kind) =>
    CAPACITY.flatMap((capacity) =>
      tags.flatMap((tag) =>
        properties.flatMap((property) =>
          (isGroup(kind) ? hooks : [[]]).map((transitions): Subject => {
            const id = JSON.stringify([kind, capacity, tag, property, transitions]);
            const one = pool(kind, { id, capacity, tags: TAGS[tag], ...property });
            return {
              pool: one,
              hooks: transitions.map((transition) => hook(one, transition)),
              about: { kind, capacity, hooks: transitions, tag, properties: property },
            };
          }),
        ),
      ),
    ),
  );
}

export interface Trial {
  readonly installation: Installation;
  /** Undefined where it reads no queue. */
  readonly ruled?: readonly EventKind[];
  readonly about: Pick<Point, 'handler' | 'mode' | 'version' | 'settings'> & {
    readonly asks?: string;
    readonly tagIsChecked?: boolean;
  };
}

/** What a comparison has met. */
export interface Met {
  readonly rows: Set<TruthRow>;
  points: number;
}

/** The first places where the model says otherwise than the table. */
export function differences(
  pools: readonly Subject[],
  trials: readonly Trial[],
  met: Met,
): readonly string[] {
  const found: string[] = [];
  for (const { installation, ruled, about } of trials) {
    const verdicts = judge(
      system({
        pools: pools.map((subject) => subject.pool),
        installations: [installation],
        wires: ruled === undefined ? [] : [{ installation, events: ruled }],
        hooks: pools.flatMap((subject) => subject.hooks),
      }),
      FACTS,
    );
    const byPool = new Map(pools.map((subject) => [subject.pool.id, subject]));
    for (const verdict of verdicts) {
      met.points++;
      const subject = byPool.get(verdict.pool.id) as Subject;
      const wanted = expected(pointOf(subject, verdict, ruled, about), (row) => met.rows.add(row));
      const given = claimed(verdict);
      if (given !== wanted)
        found.push(
          `${eventName(verdict.event)} of ${verdict.pool.id} by ${JSON.stringify(about)} with ${ruled}: ${given}, not ${wanted}`,
        );
    }
  }
  return found.slice(0, 10);
}

/** Built field by field: it is made for each of some hundred thousand points. */
function pointOf(
  { about: subject }: Subject,
  { event }: Verdict,
  ruled: readonly EventKind[] | undefined,
  { asks = MANAGED_TAG, tagIsChecked = true, handler, mode, version, settings }: Trial['about'],
): Point {
  const { kind, capacity, hooks, tag, properties } = subject;
  const carries =
    asks === OTHER_TAG ? (tag === 'other' ? 'own' : 'none') : tag === 'other' ? 'none' : tag;
  const wired = ruled?.includes(event.kind) === true;
  return {
    handler,
    mode,
    ...(version === undefined ? {} : { version }),
    kind,
    capacity,
    event: eventName(event),
    wired,
    carries,
    tagIsChecked,
    hooks,
    settings,
    properties,
  };
}

/** The claim that holds, as the table writes it. */
function claimed({ claims }: Verdict): string {
  const held = claims.filter(({ holds }) => holds === true);
  return held.map(({ reaction, partly }) => `${reaction}${partly ? ' in part' : ''}`).join() || '-';
}
