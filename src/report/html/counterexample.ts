/** Why a configuration is refuted: the one event that shows it, and each handler's way to the node. */
import { counterexampleText } from '../counterexample.js';
import type { ProvedConfiguration } from '../proof.js';
import type { Sources } from '../sources.js';
import { type Html, html } from './markup.js';

export function counterexampleHtml(
  { counterexample, title }: ProvedConfiguration,
  sources: Sources,
): Html | undefined {
  if (counterexample === undefined) return undefined;
  const { says, chains } = counterexampleText(counterexample, title, sources);
  return html`
<div class="counterexample">
<h3>Counterexample</h3>
<p>${says}</p>
<div class="ways">${chains.map(
    (chain) => html`<div><h4>${chain.says}</h4>
<ol>${chain.hops.map(
      (hop) => html`<li>${hop.says} <code class="from">${hop.place}</code></li>`,
    )}</ol></div>`,
  )}</div>
</div>`;
}
