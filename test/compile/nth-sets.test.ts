/** Which NTH installations a policy asks for. */
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadFacts } from '../../src/commands/facts.js';
import * as reactions from '../../src/facts/reactions.js';
import { provePolicy } from '../../src/pipeline/policy.js';
import { nthSets } from '../../src/policy/nth-sets.js';
import { VALID } from '../support/policy.js';

const facts = await loadFacts();

function sets(exceptions: readonly object[]) {
  const policy = parse(VALID);
  policy.capacity.push({ name: 'ingest', kind: 'ManagedNodeGroup', mix: { spot: 100 } });
  policy.interruption.exceptions = exceptions.map((one) => ({
    owner: 'nth',
    because: 'x',
    ...one,
  }));
  const { intent, findings } = provePolicy({
    file: 'policy.yaml',
    text: stringify(policy),
    files: () => ({ problem: 'there is none' }),
    facts,
  });
  const errors = findings.filter(({ severity }) => severity === 'error');
  return {
    errors,
    sets: (intent === undefined ? [] : nthSets(intent, reactions)).map(({ slug, pools }) => [
      slug,
      pools.map(({ name }) => name.value),
    ]),
  };
}

describe('installations of NTH', () => {
  it('is one where every pool gives NTH all that it can answer', () => {
    expect(sets([])).toEqual({ errors: [], sets: [['', ['batch']]] });
  });

  it('is one for pools that give it the same events, whatever else can befall them', () => {
    const state = { pools: ['system', 'ingest'], events: ['instance-state-change'] };
    expect(sets([state])).toEqual({
      errors: [],
      sets: [
        ['state', ['system', 'ingest']],
        ['', ['batch']],
      ],
    });
  });

  it('is one more for each other set of events', () => {
    const of = (pool: string, event: string) => ({ pools: [pool], events: [event] });
    expect(
      sets([of('system', 'instance-state-change'), of('web', 'rebalance-recommendation')]).sets,
    ).toEqual([
      ['state', ['system']],
      ['rebalance', ['web']],
      ['', ['batch']],
    ]);
  });
});
