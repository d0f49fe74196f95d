/** Where DaemonSets of NTH go that do not own the same events: each to its own pools, or nowhere. */
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadFacts } from '../../src/commands/facts.js';
import { provePolicy } from '../../src/pipeline/policy.js';
import { VALID } from '../support/policy.js';

const facts = await loadFacts();

/** Two groups, of which NTH owns different events, by IMDS. */
function proved(labels: readonly Readonly<Record<string, string>>[]) {
  const policy = parse(VALID);
  policy.handlers.nth = { mode: 'imds' };
  const [system, web, batch] = policy.capacity;
  policy.capacity = [
    system,
    web,
    ...labels.map((own, at) => ({ ...batch, name: `group-${at}`, labels: own })),
  ];
  policy.interruption.exceptions = [
    { pools: ['group-1'], events: ['scheduled-change'], owner: 'none', because: 'test' },
  ];
  return provePolicy({
    file: 'policy.yaml',
    text: stringify(policy),
    files: () => ({ problem: 'there is none' }),
    facts,
    target: 'stack',
  });
}

describe('two DaemonSets', () => {
  it.each([
    ['different labels', [{ team: 'a' }, { team: 'b' }]],
    ['labels on one of them only', [{ team: 'a' }, {}]],
    ['one label more', [{ team: 'a' }, { team: 'a', size: 'big' }]],
  ])('are kept apart by %s', (_, labels) => {
    const { judged, findings } = proved(labels);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(judged?.verdicts.filter(({ state, wrong }) => wrong || state === 'conflict')).toEqual(
      [],
    );
  });

  it.each([
    ['the same labels', [{ team: 'a' }, { team: 'a' }]],
    ['no labels', [{}, {}]],
  ])('are refused where groups have %s', (_, labels) => {
    const { findings } = proved(labels);
    expect(findings.map(({ rule, message }) => [rule, message])).toContainEqual([
      'unexpressible-owner',
      'nothing tells the nodes of "group-0" from others, so the DaemonSet of NTH cannot be put on them alone',
    ]);
  });
});
