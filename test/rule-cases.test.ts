/**
 * Near cases of rules: what a fixture of the rule says of its fault, these say of its edges. The words are in
 * rule-cases/RULE.out; `npm test -- -u` writes them, to be reviewed as behaviour.
 */
import { describe, expect, it } from 'vitest';
import { ACCESS } from './rule-cases/access.js';
import { type RuleCases, saidBy } from './rule-cases/case.js';
import { OWNERSHIP } from './rule-cases/ownership.js';
import { SETTINGS } from './rule-cases/settings.js';
import { TIMING } from './rule-cases/timing.js';
import { WIRING } from './rule-cases/wiring.js';

const ALL: readonly RuleCases[] = [...ACCESS, ...OWNERSHIP, ...SETTINGS, ...TIMING, ...WIRING];

describe.each(ALL)('$rule', ({ rule, fails = {}, passes = {} }) => {
  it.each(Object.keys(passes))('is silent on %s', async (name) => {
    expect(await saidBy(rule, passes[name] ?? '')).toEqual([]);
  });

  it('says what it should of the others', async () => {
    const told: string[] = [];
    for (const [name, texts] of Object.entries(fails)) {
      const said = await saidBy(rule, texts);
      expect(said, name).not.toEqual([]);
      told.push(`# ${name}`, ...said, '');
    }
    await expect(told.join('\n')).toMatchFileSnapshot(`rule-cases/${rule}.out`);
  });
});
