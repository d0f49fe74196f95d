/**
 * The truth table and what it says of one point of the space: this pool, this
 * event, this installation, wired so. Shares nothing with the model.
 */
import type { PoolKind } from '../../src/facts/reactions.js';
import type { CapacityType } from '../../src/model/system.js';
import { readTsv } from './tsv.js';

export type TruthRow = Readonly<
  Record<
    | 'handler'
    | 'mode'
    | 'kind'
    | 'capacity'
    | 'event'
    | 'learns'
    | 'tag'
    | 'hook'
    | 'setting'
    | 'versions'
    | 'reaction'
    | 'source',
    string
  >
>;

export const TRUTH: readonly TruthRow[] = readTsv('test/model/truth.tsv');

export interface Point {
  readonly handler: string;
  readonly mode: string;
  /** Undefined for what has no releases. */
  readonly version?: string;
  readonly kind: PoolKind;
  readonly capacity: readonly CapacityType[];
  /** `instance-status/status-failure`. */
  readonly event: string;
  /** Whether a rule for this event feeds the queue that is read. */
  readonly wired: boolean;
  /** The tag that is asked for: carried from launch on, put on later, or not. */
  readonly carries: 'own' | 'late' | 'none';
  readonly tagIsChecked: boolean;
  readonly hooks: readonly string[];
  readonly settings: Readonly<Record<string, boolean>>;
  /** Settings of the pool itself. */
  readonly properties: Readonly<Record<string, boolean>>;
}

const REACTIONS = ['observe', 'cordon', 'drain', 'terminate'];

/** The strongest claim that the table gives, `drain` or `drain in part`; `-` where it gives none. */
export function expected(point: Point, hit?: (row: TruthRow) => void): string {
  const rows = BY_EVENT.get(keyOf(point)) ?? [];
  const claims = rows
    .filter((row) => isAbout(row, point))
    .flatMap((row) => {
      const gates = [isLearned, isTagged, isHeld, isSet].map((gate) => gate(row, point));
      if (gates.includes('no')) return [];
      hit?.(row);
      return [{ reaction: row.reaction, partly: gates.includes('partly') }];
    });
  const rank = (claim: (typeof claims)[number]): number =>
    (claim.partly ? 0 : 10) + REACTIONS.indexOf(claim.reaction);
  const [best] = claims.sort((a, b) => rank(b) - rank(a));
  return best === undefined ? '-' : `${best.reaction}${best.partly ? ' in part' : ''}`;
}

interface Key {
  readonly handler: string;
  readonly mode: string;
  readonly event: string;
}

const keyOf = ({ handler, mode, event }: Key): string =>
  [handler, mode, event.split('/')[0]].join(' ');

const BY_EVENT = new Map<string, TruthRow[]>();
for (const row of TRUTH) BY_EVENT.set(keyOf(row), [...(BY_EVENT.get(keyOf(row)) ?? []), row]);

function isAbout(row: TruthRow, point: Point): boolean {
  return (
    row.kind.split(',').includes(point.kind) &&
    (row.event.endsWith('/*') || row.event === point.event) &&
    (row.capacity === '-' || point.capacity.includes(row.capacity as CapacityType)) &&
    (point.version === undefined || inVersions(point.version, row.versions))
  );
}

type Gate = 'yes' | 'partly' | 'no';

function isLearned({ learns }: TruthRow, { wired }: Point): Gate {
  return learns !== 'queue' || wired ? 'yes' : 'no';
}

function isTagged({ tag }: TruthRow, { kind, carries, tagIsChecked }: Point): Gate {
  if (tag === '-' || !tagIsChecked) return 'yes';
  if (carries === 'none' || (tag === 'group' && !kind.endsWith('Group'))) return 'no';
  if (carries === 'own') return 'yes';
  // A group has its tags at once; an instance that has no group only those that it was launched with.
  return tag === 'instance' || !kind.endsWith('Group') ? 'partly' : 'yes';
}

function isHeld({ hook }: TruthRow, { kind, hooks }: Point): Gate {
  if (hook === '-' || kind === 'ManagedNodeGroup') return 'yes';
  if (hooks.includes(hook.replace('?', ''))) return 'yes';
  return hook.endsWith('?') ? 'partly' : 'no';
}

function isSet({ setting }: TruthRow, { settings, properties }: Point): Gate {
  if (setting === '-') return 'yes';
  const holds = setting.split(' ').every((condition) => {
    const key = condition.replace(/^[+!]/, '');
    const value = key.startsWith('pool.') ? properties[key.slice(5)] : settings[key];
    if (condition.startsWith('+')) return value === true;
    return condition.startsWith('!') ? value !== true : value !== false;
  });
  return holds ? 'yes' : 'no';
}

/** `*`, `1.2.3`, `1.2.3..`, `..1.2.3` or `1.2.3..1.4.0`, both ends included. */
export function inVersions(version: string, range: string): boolean {
  if (range === '*') return true;
  const [from = '', to = from] = range.split('..');
  return (from === '' || order(version, from) >= 0) && (to === '' || order(version, to) <= 0);
}

export function order(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  const index = left.findIndex((part, i) => part !== right[i]);
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}

/** Each end of a range, the release on its other side, the oldest and the newest. */
export function boundaries(known: readonly string[], ranges: readonly string[]): readonly string[] {
  const ends = ranges.flatMap((range) => range.split('..')).filter((end) => /\d/.test(end));
  const around = ends.flatMap((end) => {
    const at = known.indexOf(end);
    return at < 0 ? [] : [known[at - 1], end, known[at + 1]];
  });
  const all = new Set([known[0], ...around, known.at(-1)]);
  return known.filter((version) => all.has(version));
}
