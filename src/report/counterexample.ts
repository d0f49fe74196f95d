/**
 * A counterexample in words, whatever the format: what happens to which node,
 * and each handler's way to it or what keeps it away. Texts are as users wrote
 * them; each format encodes them for its medium.
 */
import type { Counterexample } from '../model/counterexample.js';
import type { Titles } from '../model/titles.js';
import { eventName, type Gate } from '../model/verdict.js';
import { positionAt } from '../source/text.js';
import type { Sources } from './sources.js';

export interface CounterexampleText {
  readonly says: string;
  readonly chains: readonly {
    readonly says: string;
    readonly hops: readonly { readonly says: string; readonly place: string }[];
  }[];
}

export function counterexampleText(
  { shows, verdict, chains }: Counterexample,
  title: Titles,
  sources: Sources,
): CounterexampleText {
  const { pool, event, expected } = verdict;
  const node = `${eventName(event)} on a node of "${pool.id}" (${pool.kind})`;
  const names = chains.map(({ claim }) => title(claim.installation));
  const wanted = expected?.owner === 'none' ? 'nobody' : `${expected?.owner ?? ''}`;
  const answers = acts(chains) ? names.join(', ') : 'nobody';
  const says: Readonly<Record<Counterexample['shows'], string>> = {
    conflict: `${node} is answered twice, by ${names.join(' and by ')}`,
    gap: `${node} is answered by nobody`,
    'wrong-owner': `${node} is for ${wanted}, and ${answers} answers it`,
  };
  return {
    says: says[shows],
    chains: chains.map(({ claim, gates }) => ({
      says: claim.gates.every(({ open }) => open !== false)
        ? `${title(claim.installation)} would ${claim.reaction}, because`
        : `${title(claim.installation)} would ${claim.reaction}, but`,
      hops: gates.map((gate) => ({ says: gate.says, place: placeOf(gate, sources) })),
    })),
  };
}

const acts = (chains: Counterexample['chains']): boolean =>
  chains.some(({ claim }) => claim.holds === true);

function placeOf({ from: { at } }: Gate, sources: Sources): string {
  return `${at.file}:${positionAt(sources(at.file), at.start).line}`;
}
