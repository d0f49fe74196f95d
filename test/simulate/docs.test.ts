/** docs/simulation.md names every parameter of the model, with its value and its source. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as parameters from '../../src/facts/simulation.js';
import { DELIVERY, DETACH } from '../../src/facts/timing.js';

const page = readFileSync('docs/simulation.md', 'utf8');

const isParameter = (value: object): value is parameters.Parameter => 'value' in value;

const rows = Object.entries(parameters).flatMap(([group, value]) =>
  isParameter(value)
    ? [{ name: group, ...value }]
    : Object.entries(value).map(([name, one]) => ({
        name: `${group}.${name}`,
        ...(one as parameters.Parameter),
      })),
);

describe('docs/simulation.md', () => {
  it.each(rows)('names $name', ({ name, value, source }) => {
    expect(page).toContain(`| \`${name}\` | ${value} | ${source} |`);
  });

  it('names the numbers of the time lines that the simulation shares', () => {
    expect(page).toContain(`the longest delivery (${DELIVERY.seconds} s)`);
    expect(page).toContain(`the detach of a volume (${DETACH.seconds} s)`);
  });
});
