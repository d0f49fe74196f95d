/** A required argument of the module is absent. */
import {
  argumentsOf,
  atEvery,
  byNumber,
  releasesText,
  tabledCalls,
  writtenCall,
} from '../calls.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'missing-module-input',
  family: 'settings',
  severities: ['error'],
  summary: 'A required argument of the module is absent.',
  rationale: 'Terraform refuses the whole root, so nothing of what was proved comes to be.',
  remedy: 'Write the argument that the message names.',
  since: '0.1.0',
  sources: ['aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 variables.tf'],

  *check({ system, facts }) {
    for (const call of tabledCalls(system, facts)) {
      const written = writtenCall(system.as, call);
      if (written === undefined) continue;
      const given = new Set(argumentsOf(system.as, call).map(({ name }) => name));
      const required = new Set(
        call.releases.allowed.flatMap((release) =>
          call.table
            .inputs(release)
            .filter((input) => input.required)
            .map(({ name }) => name),
        ),
      );
      for (const name of required) {
        const needed = atEvery(call, (release) =>
          call.table.inputs(release).some((input) => input.name === name && input.required),
        );
        if (given.has(name) || !needed) continue;
        yield {
          at: written.at,
          message: `the call of ${call.table.title} has no "${name}", which ${releasesText(call)} ${byNumber(call, 'requires', 'require')}`,
          help: `write "${name}"`,
        };
      }
    }
  },
});
