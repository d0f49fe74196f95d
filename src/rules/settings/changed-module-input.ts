/** The argument exists, but means something else since a major version. */
import {
  type Argument,
  argumentsOf,
  newestOf,
  releasesText,
  type TabledCall,
  tabledCalls,
} from '../calls.js';
import { defineRule, type RuleFacts } from '../rule.js';

export default defineRule({
  id: 'changed-module-input',
  family: 'settings',
  severities: ['error'],
  summary: 'The argument exists but means something else in this major version.',
  rationale:
    'It plans cleanly and names another thing than it did: nodes get a role that nobody admits, and the controller gets the name of theirs.',
  remedy: 'Write the input that has the old meaning now.',
  since: '0.1.0',
  sources: ['terraform-aws-modules/terraform-aws-eks@v20.0.0 docs/UPGRADE-20.0.md'],

  *check({ system, facts }) {
    for (const call of tabledCalls(system, facts)) {
      const all = argumentsOf(system.as, call);
      const old = all.find((argument) => isOfOldMajor(facts, call, argument));
      if (old === undefined) continue;
      for (const { name, key } of all) {
        const changed = facts.moduleRenames?.changedInput(call.source, name, newestOf(call));
        if (changed === undefined) continue;
        yield {
          at: key,
          message: `"${name}" is for ${changed.means} in ${releasesText(call)}; before ${changed.since} it was for ${changed.meant}`,
          related: [
            {
              at: old.key,
              message: `"${old.name}" shows that the call was written for an older major`,
            },
          ],
          help: `write "${changed.now}" for ${changed.meant}`,
        };
      }
    }
  },
});

/** Only the older major knows it, so the others were meant as the older major means them. */
function isOfOldMajor(facts: RuleFacts, call: TabledCall, { name }: Argument): boolean {
  const to = facts.moduleRenames?.renamedInput(call.source, name)?.to;
  const inputs = call.table.inputs(newestOf(call));
  return to !== undefined && !inputs.some((input) => input.name === name);
}
