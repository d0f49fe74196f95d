/** A root in which NTH owns the events of one Auto Scaling group, to be changed in one place at a time. */
import { readFileSync } from 'node:fs';
import { type Files, type ProvedCluster, proveOne } from '../support/roots.js';

export const RAW = readFileSync('test/terraform/plan/fixtures/raw/main.tf', 'utf8');

export type Edit = readonly [from: string | RegExp, to: string];

/** The text with each part replaced; every part must be there. */
export function edited(text: string, ...edits: readonly Edit[]): string {
  return edits.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    if (after === before) throw new Error(`nothing to replace: ${from}`);
    return after;
  }, text);
}

/** A top-level block of a text, by the beginning of its first line. */
export function blockIn(text: string, header: string): string {
  const start = text.indexOf(header);
  const end = text.indexOf('\n}\n', start);
  if (start < 0 || end < 0) throw new Error(`no block ${header}`);
  return text.slice(start, end + 3);
}

export const prove = (main: string, more: Files = {}): Promise<ProvedCluster> =>
  proveOne({ 'main.tf': main, ...more }, { paths: ['.'] });

/** What happens to an event of the only pool. */
export async function on(event: string, main: string, more: Files = {}): Promise<string> {
  const { pools } = await prove(main, more);
  const [table, second] = Object.values(pools);
  if (table === undefined || second !== undefined)
    throw new Error(`not one pool: ${Object.keys(pools)}`);
  return table[event] ?? 'not judged';
}

export const spot = (main: string, more: Files = {}): Promise<string> =>
  on('spot-interruption', main, more);
