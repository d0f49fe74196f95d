/**
 * Valid policies by the thousand: each compiles, reads back as it says, and the
 * model and the trace agree on every (pool, event) of it. Every combination that
 * a policy can name is reached, or refused with a reason. `RUNS` says how many
 * policies (10,000 by default); one in twenty goes through cdktf as well.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadFacts } from '../../src/commands/facts.js';
import {
  type Combination,
  combinationOf,
  combinations,
  impossible,
  nameOf,
  policiesFor,
} from '../support/combinations.js';
import { memoryHost } from '../support/memory-host.js';
import { checkPolicy, checkWritten, type Outcome } from '../support/policy-property.js';
import { aPolicy, type PolicySpec, policyText } from '../support/random-policy.js';

const RUNS = Number(process.env.RUNS ?? 10_000);
const SEED = Number(process.env.SEED ?? 20_261_130);
const facts = await loadFacts();
const hits = new Map<string, number>();

function count(spec: PolicySpec, outcome: Outcome): void {
  if (!('hits' in outcome)) return;
  const names = new Set(outcome.hits.map((hit) => nameOf(combinationOf(spec, hit))));
  for (const name of names) hits.set(name, (hits.get(name) ?? 0) + 1);
}

const tell = (text: string): void => void process.stdout.write(`${text}\n`);

describe('random policies', () => {
  it(`${RUNS} valid ones read back without a difference, and model and trace agree on them`, async () => {
    const parser = await memoryHost().hclParser();
    let [valid, refused, written] = [0, 0, 0];
    for (let batch = 0; valid < RUNS; batch++)
      for (const spec of fc.sample(aPolicy, { numRuns: 500, seed: SEED + batch })) {
        if (valid >= RUNS) break;
        const outcome = checkPolicy(spec, facts);
        if ('refused' in outcome) {
          refused++;
          continue;
        }
        if ('wrong' in outcome)
          expect.fail(`${outcome.wrong.join('\n')}\n${spec.target}\n${policyText(spec)}`);
        valid++;
        count(spec, outcome);
        if (valid % 20 === 0) {
          const differences = checkWritten(spec, facts, parser);
          if (differences.length > 0)
            expect.fail(`${differences.join('\n')}\n${spec.target}\n${policyText(spec)}`);
          written++;
        }
      }
    tell(
      `${valid} valid policies, ${written} of them by cdktf; ${refused} refused by the language`,
    );
  });
});

describe('every combination', () => {
  it('is reached, or refused with a reason', () => {
    const random = new Map(hits);
    const unreachable = new Map<string, Combination[]>();
    for (const wanted of combinations) {
      const reason = impossible(wanted) ?? reach(wanted);
      if (reason !== undefined && !hits.has(nameOf(wanted)))
        unreachable.set(reason, [...(unreachable.get(reason) ?? []), wanted]);
    }
    report(random, unreachable);
    const refused = new Set([...unreachable.values()].flat().map(nameOf));
    expect(
      combinations.map(nameOf).filter((name) => !refused.has(name) && !hits.has(name)),
    ).toEqual([]);
    expect(unreachable.get('')).toBeUndefined();
  });
});

/** Why no policy made for the combination gives it; undefined where one does. */
function reach(wanted: Combination): string | undefined {
  let reason = '';
  for (const spec of policiesFor(wanted)) {
    const outcome = checkPolicy(spec, facts);
    if ('wrong' in outcome)
      expect.fail(
        `${nameOf(wanted)}: ${outcome.wrong.join('\n')}\n${spec.target}\n${policyText(spec)}`,
      );
    count(spec, outcome);
    if (hits.has(nameOf(wanted))) return undefined;
    if ('refused' in outcome) reason ||= plain(outcome.refused.message);
    else reason ||= given(spec, wanted, outcome);
  }
  return reason;
}

/** The policy is taken, and the event falls to another owner by the facts. */
function given(
  spec: PolicySpec,
  { kind, event }: Combination,
  { hits: found }: Extract<Outcome, { hits: unknown }>,
): string {
  const other = found.find(
    (hit) => hit.kind === kind && hit.event === event && hit.pool.startsWith('web'),
  );
  return other === undefined ? '' : `it falls to ${other.owner}: ${other.because ?? spec.target}`;
}

/** Names and releases taken out, so that one reason is one line. */
const plain = (message: string): string =>
  message.replace(/"web[^"]*"/g, 'the pool').replace(/\b\d+\.\d+\.\d+\b/g, 'X');

function report(
  random: ReadonlyMap<string, number>,
  unreachable: ReadonlyMap<string, readonly Combination[]>,
): void {
  tell(
    '\nhits by random policies, and with those made for it, by kind, event, owner, mode and version:',
  );
  for (const name of combinations.map(nameOf))
    if (hits.has(name))
      tell(
        `${String(random.get(name) ?? 0).padStart(7)} ${String(hits.get(name)).padStart(7)}  ${name}`,
      );
  tell('\nnot to be reached:');
  for (const [reason, which] of unreachable) {
    tell(`  ${reason}`);
    const byOwner = grouped(which);
    for (const [name, some] of byOwner) {
      const all = combinations.filter((one) => nameOf({ ...one, era: '' }) === name);
      const eras = some.length === all.length ? '' : `: ${some.map(({ era }) => era).join(', ')}`;
      tell(`    ${name.trim()}${eras}`);
    }
  }
}

function grouped(which: readonly Combination[]): ReadonlyMap<string, readonly Combination[]> {
  const groups = new Map<string, Combination[]>();
  for (const one of which) {
    const name = nameOf({ ...one, era: '' });
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return groups;
}
