/** NTH charts that read other values and call other actions than today's: what is written for them is what they read. */
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadFacts } from '../../src/commands/facts.js';
import { provePolicy } from '../../src/pipeline/policy.js';
import { synthesise } from '../../src/stacks/synthesise.js';
import { VALID } from '../support/policy.js';

const facts = await loadFacts();

function made(nth: Readonly<Record<string, unknown>>) {
  const policy = parse(VALID);
  policy.handlers.nth = { runsOn: 'system', ...nth };
  policy.capacity[2].labels = { team: 'batch' };
  const { plan, judged, findings } = provePolicy({
    file: 'policy.yaml',
    text: stringify(policy),
    files: () => ({ problem: 'there is none' }),
    facts,
    target: 'stack',
  });
  if (plan === undefined || judged === undefined) throw new Error(JSON.stringify(findings));
  const { locals, data, resource } = JSON.parse(synthesise(plan));
  const text = JSON.stringify([data, resource]);
  return { values: locals.nth_values, text, judged, rules: findings.map(({ rule }) => rule) };
}

describe('the tag of a group', () => {
  it.each([
    ['0.18.5', 'managedAsgTag', 'checkASGTagBeforeDraining'],
    ['0.19.0', 'managedTag', 'checkTagBeforeDraining'],
  ])('is asked for by chart %s with %s', (chart, tag, check) => {
    const { values, judged } = made({ chart, managedTag: 'team/handled' });
    expect([values[tag], values[check]]).toEqual(['team/handled', true]);
    expect(judged.verdicts.filter(({ wrong }) => wrong === true)).toEqual([]);
  });

  it.each([
    ['0.18.5', true],
    ['0.19.0', false],
  ])('may be looked up by the role that chart %s gets: %s', (chart, may) => {
    const { text, rules } = made({ chart });
    expect(text.includes('autoscaling:DescribeTags')).toBe(may);
    expect(rules).not.toContain('missing-permission');
  });
});

describe('a DaemonSet', () => {
  it.each([
    ['0.16.0', 'affinity', 'daemonsetAffinity'],
    ['0.16.1', 'daemonsetAffinity', 'affinity'],
  ])('of chart %s is kept on its pools by %s', (chart, key, other) => {
    const { values, judged } = made({ chart, mode: 'imds' });
    expect(values).toHaveProperty(key);
    expect(values).not.toHaveProperty(other);
    const states = judged.verdicts.map(({ state }) => state);
    expect(states).not.toContain('conflict');
  });
});
