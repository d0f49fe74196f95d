/** A short name for a text: equal texts have equal names, and unlike ones, for all practical purposes, unlike names. */

const PRIME = 0x100000001b3n;
const BASIS = 0xcbf29ce484222325n;

/** FNV-1a over UTF-16 units, 64 bits in hexadecimal: nothing here depends on it being hard to reverse. */
export function hash(text: string): string {
  let state = BASIS;
  for (let i = 0; i < text.length; i++)
    state = BigInt.asUintN(64, (state ^ BigInt(text.charCodeAt(i))) * PRIME);
  return state.toString(16).padStart(16, '0');
}
