/** What was judged, as standings: what each configuration comes to, for locks and comparisons. */
import { type Standing, standingOf } from '../diff/standing.js';
import type { JudgedConfiguration } from './proved-configurations.js';

/** Takes down how things stand while they are judged. A policy that could not be compiled stands for nothing. */
export function standings(): {
  readonly stands: (judged: JudgedConfiguration) => void;
  readonly all: readonly Standing[];
} {
  const all: Standing[] = [];
  return {
    stands: ({ shown, read }) => {
      if (read !== undefined) all.push(standingOf(shown, read.system, read.facts));
    },
    all,
  };
}
