/** Random numbers from a seed: the same seed, the same numbers, on every machine. */

export interface Random {
  /** At least 0 and less than 1. */
  readonly next: () => number;
  /** At least 0 and less than a bound. */
  readonly below: (bound: number) => number;
}

/** A generator of 32 bits (splitmix32). Names give independent streams of one seed. */
export function random(seed: number, name = ''): Random {
  let state = mix(seed >>> 0, name);
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
  return { next, below: (bound) => next() * bound };
}

/** FNV-1a over the name, from the seed. */
function mix(seed: number, name: string): number {
  let hash = seed ^ 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash | 0;
}
