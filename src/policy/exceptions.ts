/** Exceptions of a policy: other owners for some pools or events. */
import type { Finding } from '../diagnostics/finding.js';
import { suggestion } from '../diagnostics/suggest.js';
import type { EventKind } from '../facts/reactions.js';
import type { Origin } from '../source/span.js';
import { entry } from '../value/read.js';
import type { Value } from '../value/value.js';
import type { CoverageContext } from './coverage.js';
import { itemsAt, textAt } from './fields.js';
import type { Owner, PoolIntent } from './intent.js';

export interface OwnerContext extends CoverageContext {
  readonly policy: Value;
  readonly pools: readonly PoolIntent[];
  readonly findings: Finding[];
}

export interface Exception {
  readonly pools?: readonly string[];
  readonly events?: readonly EventKind[];
  readonly owner: Owner;
  readonly because?: string;
  readonly from: Origin;
}

export function readException({ pools, findings }: OwnerContext, body: Value): Exception {
  const names = entry(body, 'pools') === undefined ? undefined : itemsAt(body, 'pools');
  for (const name of names ?? []) {
    const text = textAt(name)?.value ?? '';
    const all = pools.map((pool) => pool.name.value);
    if (!all.includes(text))
      findings.push({
        rule: 'invalid-policy',
        severity: 'error',
        message: `no pool is called "${text}"`,
        at: name.from.at,
        help: suggestion(text, all, 'pools'),
      });
  }
  const events = entry(body, 'events') === undefined ? undefined : itemsAt(body, 'events');
  const because = textAt(body, 'because')?.value.trim();
  return {
    ...(names === undefined ? {} : { pools: names.map((name) => textAt(name)?.value ?? '') }),
    ...(events === undefined
      ? {}
      : { events: events.map((event) => textAt(event)?.value as EventKind) }),
    owner: (textAt(body, 'owner')?.value ?? 'none') as Owner,
    ...(because === undefined || because === '' ? {} : { because }),
    from: entry(body, 'owner')?.from ?? body.from,
  };
}

export const matches = (exception: Exception, pool: PoolIntent, event: EventKind): boolean =>
  (exception.pools?.includes(pool.name.value) ?? true) &&
  (exception.events?.includes(event) ?? true);
