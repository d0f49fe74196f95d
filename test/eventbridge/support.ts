/** What the tests of this area share: places, patterns from text, and the sample events. */
import { readdirSync, readFileSync } from 'node:fs';
import { parsePattern } from '../../src/eventbridge/pattern.js';
import type { Pattern } from '../../src/eventbridge/rule.js';
import { originAt, span } from '../../src/source/span.js';
import { fromData, type Unknown, unknown } from '../../src/value/value.js';

export const here = originAt(span('main.tf', 0, 1));

export const term = (name: string, prefix?: string): Unknown =>
  unknown('apply', name, here, prefix === undefined ? {} : { prefix });

/** The pattern of a text or of plain data; a test that gives a refused one is wrong. */
export function patternOf(source: unknown): Pattern {
  const { pattern, problems } = parsePattern(fromData(source, here));
  if (pattern === undefined) throw new Error(problems.map(({ message }) => message).join('; '));
  return pattern;
}

const SAMPLES = new URL('../fixtures/events/', import.meta.url);

/** The sample events by file name without `.json`, in the order of their names. */
export const samples: ReadonlyMap<string, unknown> = new Map(
  readdirSync(SAMPLES)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(new URL(name, SAMPLES), 'utf8')),
    ]),
);
