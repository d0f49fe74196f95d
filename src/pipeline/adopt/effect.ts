/** Who in fact owns what where a repo stands: one word for each event of each pool. */
import type { EventKind, HandlerKind, PoolKind } from '../../facts/reactions.js';
import { actorsOf, type JudgedVerdict, ownerOf } from '../../model/expect.js';
import type { Origin } from '../../source/span.js';

export interface Effect {
  readonly owner: HandlerKind | 'none' | 'unknown';
  /** The installation that acts. */
  readonly installation?: string;
  /** Others that act as well: a conflict that no policy can have. */
  readonly others: readonly string[];
  /** Who acts on some of the instances where nobody acts on all. */
  readonly partly?: string;
  readonly from: Origin;
}

/** The effect on one event of one pool; undefined where it cannot befall the pool. */
export function effectOf(
  verdicts: readonly JudgedVerdict[],
  pool: string,
  event: EventKind,
): Effect | undefined {
  const real = verdicts.filter(
    (verdict) =>
      verdict.pool.id === pool &&
      verdict.event.kind === event &&
      verdict.state !== 'not-applicable',
  );
  const [first] = real;
  if (first === undefined) return undefined;
  const conflict = real.find(({ state }) => state === 'conflict');
  if (conflict !== undefined) return conflictOf(conflict);
  const owned = real.find(({ state }) => state === 'owned');
  const claim = owned && ownerOf(owned);
  if (claim !== undefined)
    return { owner: claim.handler, installation: claim.installation, others: [], from: claim.from };
  const open = real.some(({ state }) => state === 'undetermined');
  const partly = real
    .flatMap(({ claims }) => claims)
    .find((one) => one.partly && one.holds === true);
  return {
    owner: open ? 'unknown' : 'none',
    others: [],
    ...(partly === undefined ? {} : { partly: partly.installation }),
    from: partly?.from ?? first.pool.from,
  };
}

/** Who of several keeps an event: the one whose nodes they are. */
const NATURAL: Readonly<Record<PoolKind, HandlerKind>> = {
  NodePool: 'karpenter',
  ManagedNodeGroup: 'eks',
  SelfManagedNodeGroup: 'nth',
  AutoMode: 'eks',
  FargateProfile: 'eks',
};

function conflictOf(verdict: JudgedVerdict): Effect {
  const actors = actorsOf(verdict);
  const kept = actors.find(({ handler }) => handler === NATURAL[verdict.pool.kind]) ?? actors[0];
  const other = actors.find(({ installation }) => installation !== kept?.installation);
  return {
    owner: kept?.handler ?? 'unknown',
    ...(kept === undefined ? {} : { installation: kept.installation }),
    others: [...new Set(actors.map(({ installation }) => installation))].filter(
      (one) => one !== kept?.installation,
    ),
    from: (other ?? kept)?.from ?? verdict.pool.from,
  };
}
