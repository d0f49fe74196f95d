/** The chain behind a cell of the matrix: every gate between an event and what a handler does. */
import type { Claim, Gate } from '../../model/verdict.js';
import { isUndecided } from '../../value/logic.js';
import type { Tone } from '../ownership.js';
import type { ProvedConfiguration } from '../proof.js';
import type { Sources } from '../sources.js';
import { type Html, html } from './markup.js';
import type { MatrixCell } from './matrix.js';
import { badge, breakable, mark, place } from './words.js';

export interface ChainOptions {
  readonly title: ProvedConfiguration['title'];
  readonly sources: Sources;
}

/** A panel that a cell opens; where it is printed, it stands in the text. */
export function chainHtml({ id, pool, row }: MatrixCell, options: ChainOptions): Html {
  const { event, verdict, says, because, tone } = row;
  return html`
<div popover id="${id}" class="panel" role="dialog" aria-labelledby="${id}-title">
<header><h3 id="${id}-title">${breakable(event)} <span class="about">on</span> ${breakable(pool.id)}</h3>
<button type="button" class="close" popovertarget="${id}" popovertargetaction="hide" aria-label="Close the chain">✕</button></header>
<p>${badge(tone, says)}${because === undefined ? undefined : html` <span class="because">${because}</span>`}</p>
${verdict.claims.length === 0 ? html`<p>No handler in sight could act on it.</p>` : undefined}${byWeight(
  verdict.claims,
).map((claim) => claimHtml(claim, options))}${
  verdict.worlds === undefined
    ? undefined
    : html`<h4>It depends on what is not known</h4><ul>${verdict.worlds.map(
        ({ when, state }) => html`<li>where <code>${when}</code>: ${state}</li>`,
      )}</ul>`
}
</div>`;
}

/** What acts comes first. */
const byWeight = (claims: readonly Claim[]): readonly Claim[] =>
  [true, undefined, false].flatMap((wanted) =>
    claims.filter(({ holds }) => (isUndecided(holds) ? undefined : holds) === wanted),
  );

function claimHtml(claim: Claim, { title, sources }: ChainOptions): Html {
  const shut = claim.gates.filter(({ open }) => open === false).length;
  const outcome =
    claim.holds === true
      ? 'nothing stands in its way'
      : claim.holds === false
        ? `${shut === 1 ? 'one thing stands' : `${shut} things stand`} in its way`
        : 'whether it does is not known';
  return html`
<div class="claim">
<h4>${title(claim.installation)} would ${claim.reaction} <span class="about">${outcome}</span></h4>
<ol class="gates">${claim.gates.map((gate) => gateHtml(gate, sources))}</ol>
${claim.because === undefined ? undefined : html`<p class="because">${claim.because}</p>`}
</div>`;
}

function gateHtml(gate: Gate, sources: Sources): Html {
  const { name, open, from, says, fact, partly, assuming } = gate;
  const [tone, word]: readonly [Tone, string] =
    open === true ? ['good', 'open'] : open === false ? ['error', 'shut'] : ['warning', 'unknown'];
  return html`
<li>${mark(tone)}<span class="unseen">${word}: </span><span class="gate">${name}</span> <span>${says}${
    partly === true ? ', for some of them' : ''
  }${isUndecided(open) ? html`; <code>${open.term}</code> is not known` : undefined}</span>
<span class="from"><code>${place(from.at, sources)}</code>${
    fact === undefined ? undefined : html` <span>${fact}</span>`
  }${assuming === undefined ? undefined : html` <span>taken for granted: ${assuming.says}</span>`}</span></li>`;
}
