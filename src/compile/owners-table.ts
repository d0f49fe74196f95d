/** Who owns what, as a table in Markdown. */
import { ownerRows } from '../policy/owner-rows.js';
import type { CompileContext } from './context.js';
import { code, prose, table } from './markdown.js';

export function ownersTable({ intent, facts }: CompileContext): string {
  const rows = ownerRows(intent, facts.reactions).flatMap(({ pool, events }) =>
    events.map(({ event, assignment: { owner, because } }) => [
      code(pool.name.value),
      pool.kind,
      code(event),
      owner,
      because === undefined ? '' : prose(because),
    ]),
  );
  return table(['pool', 'kind', 'event', 'owner', 'because'], rows);
}
