/** One configuration of the report: its verdict, its matrix with the chains, its drains, what it takes for granted. */
import type { Proof } from '../../model/expect.js';
import type { Tone } from '../ownership.js';
import type { ProvedConfiguration } from '../proof.js';
import type { Sources } from '../sources.js';
import { chainHtml } from './chain.js';
import { counterexampleHtml } from './counterexample.js';
import { drainsHtml } from './drains.js';
import { type Html, html } from './markup.js';
import { matrixHtml, matrixOf } from './matrix.js';
import { badge, breakable } from './words.js';

export const TONES: Readonly<Record<Proof, Tone>> = {
  proved: 'good',
  refuted: 'error',
  undetermined: 'warning',
};

/** `id` names the section and everything in it. */
export function configurationHtml(
  configuration: ProvedConfiguration,
  sources: Sources,
  id: string,
): Html {
  const { root, cluster, proof, pools, assumptions, title } = configuration;
  const matrix = matrixOf(configuration, id);
  const cells = matrix.lines.flatMap((line) => [...line.cells.values()].flat());
  return html`
<section class="configuration" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${breakable(root)} ${badge(TONES[proof], proof)}</h2>
${cluster === '' ? undefined : html`<p class="about">for cluster <b>${breakable(cluster)}</b></p>`}
${
  pools.length === 0
    ? html`<p>Nothing to judge: no pool is in sight.</p>`
    : matrixHtml(matrix, `Who handles what in ${root}`)
}
${cells.length === 0 ? undefined : html`<div class="chains">${cells.map((cell) => chainHtml(cell, { title, sources }))}</div>`}
${counterexampleHtml(configuration, sources)}
${drainsHtml(configuration, sources, id)}
${
  assumptions.length === 0
    ? undefined
    : html`
<div class="part"><h3>Taken for granted</h3>
<ul>${assumptions.map(({ says }) => html`<li>${says}</li>`)}</ul></div>`
}
</section>`;
}
