/** What the model decides about one (pool, event). */
import type { EventKind, HandlerKind, Reaction } from '../facts/reactions.js';
import type { Origin } from '../source/span.js';
import type { Tri } from '../value/logic.js';
import type { Assumption, Condition, Pool } from './system.js';

export type GateName =
  | Condition['name']
  | 'occurs'
  | 'exists'
  | 'version'
  | 'setting'
  | 'pattern'
  | 'delivery'
  | 'poll'
  | 'hook'
  | 'tag'
  | 'placement';

/** One condition of a claim. A claim holds when every gate of its chain is open. */
export interface Gate {
  readonly name: GateName;
  /** Identity of the thing that decides: an address, an installation, a pool. */
  readonly node: string;
  readonly open: Tri;
  readonly from: Origin;
  /** What the gate says, for people: starts lower-case, no final period. */
  readonly says: string;
  /** Upstream source, `repo@tag path`. */
  readonly fact?: string;
  /** Lets only some events or instances through: counts for a conflict, not for coverage. */
  readonly partly?: true;
  readonly assuming?: Assumption;
}

/** An installation that would in fact act on (pool, event), and the chain that leads there. */
export interface Claim {
  readonly installation: string;
  readonly handler: HandlerKind;
  readonly reaction: Reaction;
  readonly gates: readonly Gate[];
  readonly holds: Tri;
  readonly partly: boolean;
  /** Why the handler does no more than it does. */
  readonly because?: string;
  readonly from: Origin;
}

export interface EventAtom {
  readonly kind: EventKind;
  readonly variant?: string;
}

export type State = 'owned' | 'conflict' | 'gap' | 'accepted' | 'not-applicable' | 'undetermined';

export type GapSeverity = 'error' | 'warning' | 'note' | null;

export interface Verdict {
  readonly pool: Pool;
  readonly event: EventAtom;
  readonly state: State;
  readonly claims: readonly Claim[];
  /** How bad a gap is here; null where nobody has to handle the event. */
  readonly gap: GapSeverity;
  readonly assuming: readonly Assumption[];
  /** What would have to be known, where the state is undetermined. */
  readonly unknowns: readonly { readonly term: string; readonly from: Origin }[];
  /** States by assignment of free booleans, where they differ. */
  readonly worlds?: readonly { readonly when: string; readonly state: State }[];
}

/** A claim that changes something on the node. */
export const isActing = (claim: Claim): boolean => claim.reaction !== 'observe';

/** A claim whose pods leave the node before it goes. */
export const isDraining = (claim: Claim): boolean =>
  claim.reaction === 'drain' || claim.reaction === 'terminate';

/** A claim that holds whenever its event occurs, whether or not that is known. */
export const holdsIfItOccurs = ({ gates }: Claim): boolean =>
  gates.every(({ name, open }) => open === true || name === 'occurs');

export const eventName = ({ kind, variant }: EventAtom): string =>
  variant === undefined ? kind : `${kind}/${variant}`;
