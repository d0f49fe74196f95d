/** An output that the called release does not have. */
import { nearest, onlyNear, sureRenaming } from '../../diagnostics/suggest.js';
import type { OutputReference } from '../../model/written.js';
import {
  atEvery,
  byNumber,
  isText,
  nameOf,
  newestOf,
  releasesText,
  tabledCalls,
} from '../calls.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unknown-module-output',
  family: 'settings',
  severities: ['error'],
  summary: 'An output that this release does not have.',
  rationale: 'Terraform refuses the reference, and with it the whole root.',
  remedy: 'Write the output that the message names, or use a release that has it.',
  since: '0.1.0',
  sources: ['terraform-aws-modules/terraform-aws-eks@v20.0.0 docs/UPGRADE-20.0.md'],

  *check({ system, facts }) {
    const { as } = system;
    for (const call of tabledCalls(system, facts)) {
      const home = as.modules.find(({ module }) => module.blocks.some(isText(call)));
      const name = `module.${nameOf(call)}`;
      const uses = as.outputs;
      for (const { output, at } of uses.filter(isOf(home?.directory, name))) {
        if (!atEvery(call, (release) => !call.table.outputs(release).includes(output))) continue;
        const outputs = call.table.outputs(newestOf(call));
        const renamed = facts.moduleRenames?.renamedOutput(call.source, output);
        const same = renamed !== undefined && outputs.includes(renamed) ? renamed : undefined;
        const near = same ?? nearest(output, outputs);
        const meant = same ?? onlyNear(output, outputs);
        const word = { ...at, start: at.end - output.length };
        yield {
          at,
          message: `${releasesText(call)} of ${call.table.title} ${byNumber(call, 'has', 'have')} no output "${output}"`,
          related: [{ at: call.from.at, message: 'the module is called here' }],
          help: near === undefined ? 'read something else' : `write ${name}.${near}`,
          ...(meant !== undefined && { fix: sureRenaming(word, meant) }),
        };
      }
    }
  },
});

const isOf =
  (directory: string | undefined, name: string) =>
  (use: OutputReference): boolean =>
    use.directory === directory && use.call === name;
