/** The ownership matrix: a row for each pool, a column for each event, and the chain of each cell on click. */
import type { EventKind } from '../../facts/reactions.js';
import type { CapacityType, Pool } from '../../model/system.js';
import { type OwnershipRow, ownershipRows } from '../ownership.js';
import type { ProvedConfiguration } from '../proof.js';
import { type Html, html } from './markup.js';
import { breakable, mark } from './words.js';

/** A cell's row with the name by which its chain is opened. */
export interface MatrixCell {
  readonly id: string;
  readonly pool: Pool;
  readonly row: OwnershipRow;
}

interface MatrixLine {
  readonly pool: Pool;
  readonly cells: ReadonlyMap<EventKind, readonly MatrixCell[]>;
  /** Events that can befall the pool and that nobody has to handle. */
  readonly quiet: ReadonlySet<EventKind>;
}

export interface Matrix {
  readonly events: readonly EventKind[];
  readonly lines: readonly MatrixLine[];
}

/** `prefix` keeps the names of one configuration's cells apart from another's. */
export function matrixOf({ pools, title }: ProvedConfiguration, prefix: string): Matrix {
  const lines = pools.map(({ pool, verdicts }, p): MatrixLine => {
    const cells = new Map<EventKind, MatrixCell[]>();
    ownershipRows(verdicts, title, false).rows.forEach((row, r) => {
      const { kind } = row.verdict.event;
      const cell = { id: `${prefix}-${p + 1}-${r + 1}`, pool, row };
      cells.set(kind, [...(cells.get(kind) ?? []), cell]);
    });
    const quiet = verdicts.filter(
      ({ state, event }) => state !== 'not-applicable' && !cells.has(event.kind),
    );
    return { pool, cells, quiet: new Set(quiet.map(({ event }) => event.kind)) };
  });
  const all = pools.flatMap(({ verdicts }) => verdicts.map(({ event }) => event.kind));
  const events = [...new Set(all)].filter((event) =>
    lines.some(({ cells, quiet }) => cells.has(event) || quiet.has(event)),
  );
  return { events, lines };
}

export function matrixHtml({ events, lines }: Matrix, caption: string): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
<table class="matrix">
<caption>${caption}</caption>
<thead><tr><th scope="col">pool</th>${events.map(
    (event) => html`<th scope="col">${breakable(event)}</th>`,
  )}</tr></thead>
<tbody>${lines.map((line) => lineHtml(line, events))}</tbody>
</table>
</div>
`;
}

const lineHtml = ({ pool, cells, quiet }: MatrixLine, events: readonly EventKind[]): Html =>
  html`
<tr><th scope="row"><span class="name">${breakable(pool.id)}</span><span class="about">${aboutPool(pool)}</span></th>${events.map(
    (event) => html`<td>${cells.get(event)?.map(cellHtml) ?? emptyCell(quiet.has(event))}</td>`,
  )}</tr>`;

const TYPES: readonly CapacityType[] = ['spot', 'on-demand', 'reserved'];

function aboutPool({ kind, can, presence }: Pool): string {
  const types = TYPES.filter((type) => can[type] === true);
  return [kind, ...(types.length === 0 ? [] : [types.join(' and ')]), presence].join(', ');
}

function cellHtml({ id, row }: MatrixCell): Html {
  const { event, owners, reactions, says, tone } = row;
  const variant = event.includes('/')
    ? html`<span class="about">${breakable(event.slice(event.indexOf('/') + 1).replaceAll(',', ', '))}</span>`
    : undefined;
  return html`<button type="button" class="cell ${tone}" popovertarget="${id}">${mark(tone)}<span class="says">${
    owners.length === 0 ? says : html`<b>${owners.join(' + ')}</b>`
  }${reactions.length === 0 ? undefined : html` <span>${reactions.join(' + ')}</span>`}${
    owners.length === 0
      ? undefined
      : html` <span class="${says === 'owned' ? 'unseen' : 'state'}">${says}</span>`
  }${variant}</span></button>`;
}

const emptyCell = (quiet: boolean): Html =>
  quiet
    ? html`<span class="none">none needed</span>`
    : html`<span class="none"><span aria-hidden="true">–</span><span class="unseen">cannot happen</span></span>`;
