/** An argument that no allowed release of the module declares. */
import { nearest } from '../../diagnostics/suggest.js';
import {
  argumentsOf,
  atEvery,
  newestOf,
  releasesText,
  type TabledCall,
  tabledCalls,
} from '../calls.js';
import { defineRule, type RuleFacts } from '../rule.js';

export default defineRule({
  id: 'unknown-module-input',
  family: 'settings',
  severities: ['error'],
  summary: 'An argument that no allowed release of the module declares.',
  rationale: 'Terraform refuses it at init or plan.',
  remedy: 'Write the input that the message names, or use a release that has it.',
  since: '0.1.0',
  sources: [
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 variables.tf',
    'terraform-aws-modules/terraform-aws-eks@v20.0.0 docs/UPGRADE-20.0.md',
  ],

  *check({ system, facts }) {
    for (const call of tabledCalls(system, facts)) {
      const names = (release: string): readonly string[] =>
        call.table.inputs(release).map(({ name }) => name);
      for (const { name, key } of argumentsOf(system.as, call)) {
        if (!atEvery(call, (release) => !names(release).includes(name))) continue;
        yield {
          at: key,
          message: `${releasesText(call)} of ${call.table.title} has no input "${name}"`,
          help: helpFor(facts, call, name, names(newestOf(call))),
        };
      }
    }
  },
});

function helpFor(
  facts: RuleFacts,
  call: TabledCall,
  name: string,
  inputs: readonly string[],
): string {
  const renamed = facts.moduleRenames?.renamedInput(call.source, name);
  if (renamed?.to !== undefined && inputs.includes(renamed.to))
    return `write "${renamed.to}"${renamed.but === undefined ? '' : `, ${renamed.but}`}`;
  if (renamed?.but !== undefined) return `leave it out: ${renamed.but}`;
  const bare = name.replace(/_helm_config$/, '').replace(/(^|_)cluster_/, '$1');
  const near = [bare, `kubernetes_${bare}`].find((candidate) => inputs.includes(candidate));
  const suggested = near ?? nearest(name, inputs);
  return suggested === undefined ? 'leave it out' : `did you mean "${suggested}"?`;
}
