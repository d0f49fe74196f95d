/**
 * Adopting over a corpus of configurations that people had: whatever is adopted
 * compiles to the owners that it had, or a finding says what cannot be.
 * INTERLOCK_CASES names the folder of another corpus.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryHost } from '../support/memory-host.js';
import { roundTrips } from '../support/round-trip.js';

interface Scenario {
  readonly runs: readonly {
    readonly name: string;
    readonly files: readonly string[];
    readonly assume?: Readonly<Record<string, string>>;
  }[];
}

const folder = process.env.INTERLOCK_CASES ?? 'test/cases';

const cases = readdirSync(folder).filter((name) => existsSync(`${folder}/${name}/scenario.json`));
describe.each(cases)('%s', (name) => {
  const read = (file: string): string => readFileSync(`${folder}/${name}/${file}`, 'utf8');
  const { runs } = JSON.parse(read('scenario.json')) as Scenario;
  it.each(runs.map((run) => [run.name, run] as const))('%s', async (_, { files, assume }) => {
    const host = memoryHost(Object.fromEntries(files.map((file) => [file, read(file)])));
    for (const trip of await roundTrips(host, files, { assume: assume ?? {} })) {
      expect(trip.changes, trip.policy).toEqual([]);
      // A policy that does not compile says so when it is adopted.
      const told = trip.findings.filter(({ message }) =>
        message.startsWith('the policy cannot be compiled'),
      );
      expect(told.length).toBe(trip.problems.length);
    }
  });
});
