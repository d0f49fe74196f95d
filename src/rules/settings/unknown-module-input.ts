/** An argument that no allowed release of the module declares. */
import type { Fix } from '../../diagnostics/finding.js';
import { nearest, onlyNear, sureRenaming } from '../../diagnostics/suggest.js';
import type { Span } from '../../source/span.js';
import {
  type Argument,
  argumentsOf,
  atEvery,
  byNumber,
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
      const given = argumentsOf(system.as, call);
      for (const argument of given) {
        const { name, key } = argument;
        if (!atEvery(call, (release) => !names(release).includes(name))) continue;
        const meant = meantInput(facts, call, name, names(newestOf(call)));
        const free = meant !== undefined && given.every((other) => other.name !== meant);
        yield {
          at: key,
          message: `${releasesText(call)} of ${call.table.title} ${byNumber(call, 'has', 'have')} no input "${name}"`,
          help: helpFor(facts, call, name, names(newestOf(call))),
          // Terraform refuses the call as it stands, so the name alone changes nothing that worked.
          ...(free && isBareName(key, name)
            ? { fix: sureRenaming(key, meant) }
            : removal(facts, call, argument)),
        };
      }
    }
  },
});

/** An input that stands for the unknown one beyond doubt: renamed as it is, or one slip of the pen from only one. */
function meantInput(
  facts: RuleFacts,
  call: TabledCall,
  name: string,
  inputs: readonly string[],
): string | undefined {
  const entry = facts.moduleRenames?.renamedInput(call.source, name);
  if (entry !== undefined)
    return entry.but === undefined && entry.to !== undefined && inputs.includes(entry.to)
      ? entry.to
      : undefined;
  // terraform-aws-eks v21 says "name" for "cluster_name", and "kubernetes_version" for its version.
  const bare = name.replace(/^cluster_/, '');
  const short =
    bare === name ? undefined : [bare, `kubernetes_${bare}`].find((one) => inputs.includes(one));
  return short ?? onlyNear(name, inputs);
}

/** What a release has done away with, as it does so always now, is left out where a plain value is on its line. */
function removal(
  facts: RuleFacts,
  call: TabledCall,
  { name, key, written: { value } }: Argument,
): { readonly fix?: Fix } {
  const entry = facts.moduleRenames?.renamedInput(call.source, name);
  const isGone = entry?.to === undefined && entry?.but !== undefined;
  if (!isGone || value.kind !== 'literal' || typeof value.value !== 'boolean') return {};
  if (!isBareName(key, name)) return {};
  const at = { ...key, end: value.at.end };
  return { fix: { title: `leave "${name}" out`, safety: 'safe', edits: [{ at, text: '' }] } };
}

/** A key in quotes, as JSON has it, keeps them. */
const isBareName = ({ start, end }: Span, name: string): boolean => end - start === name.length;

function helpFor(
  facts: RuleFacts,
  call: TabledCall,
  name: string,
  inputs: readonly string[],
): string {
  const entry = facts.moduleRenames?.renamedInput(call.source, name);
  if (entry?.to !== undefined && inputs.includes(entry.to))
    return `write "${entry.to}"${entry.but === undefined ? '' : `, ${entry.but}`}`;
  if (entry?.but !== undefined) return `leave it out: ${entry.but}`;
  const bare = name.replace(/_helm_config$/, '').replace(/(^|_)cluster_/, '$1');
  const near = [bare, `kubernetes_${bare}`].find((candidate) => inputs.includes(candidate));
  const suggested = near ?? nearest(name, inputs);
  return suggested === undefined ? 'leave it out' : `did you mean "${suggested}"?`;
}
