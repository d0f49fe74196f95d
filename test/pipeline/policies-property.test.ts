/** Some of what `npm run property` does by the thousand: random valid policies read back as they say, and model and trace agree. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadFacts } from '../../src/commands/facts.js';
import { checkPolicy } from '../support/policy-property.js';
import { aPolicy, policyText } from '../support/random-policy.js';

const facts = await loadFacts();

it('random policies read back without a difference, and the trace says what the model says', () => {
  const outcomes = fc.sample(aPolicy, { numRuns: 80, seed: 20261130 }).map((spec) => {
    const outcome = checkPolicy(spec, facts);
    if ('wrong' in outcome)
      expect.fail(`${outcome.wrong.join('\n')}\n${spec.target}\n${policyText(spec)}`);
    return outcome;
  });
  expect(outcomes.filter((outcome) => 'hits' in outcome).length).toBeGreaterThan(50);
});
