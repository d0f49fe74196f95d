/** Commands that tell, and those for editors and shells. */
import { Argument, type Command } from 'commander';
import type { Host } from '../../host/host.js';
import { SHELLS, type Shell } from '../completion/shells.js';
import { command, type Done, example, format } from './options.js';

export function telling(program: Command, host: Host, done: Done): void {
  command(
    program,
    'explain <subject>',
    'explain a rule by its id, or every default and decision of a policy',
  )
    .addHelpText('after', example('interlock explain duplicate-handler'))
    .action(async (subject: string) => {
      const { explain } = await import('../explain.js');
      done(await explain(host, subject));
    });

  command(
    program,
    'schema',
    'print a JSON Schema for editors: of policies, of interlock.yaml, or of scenarios',
  )
    .addArgument(
      new Argument('[of]', 'what the schema is of')
        .choices(['policy', 'project', 'scenario'])
        .default('policy'),
    )
    .addHelpText('after', example('interlock schema > policy.schema.json'))
    .action(async (of: 'policy' | 'project' | 'scenario') => {
      const { schema } = await import('../schema.js');
      done(schema(host, of));
    });

  command(program, 'rules', 'list every rule')
    .addOption(format(['text', 'json']))
    .addHelpText('after', example('interlock rules --format json'))
    .action(async (options) => {
      const { rules } = await import('../rules.js');
      done(rules(host, options.format));
    });

  command(
    program,
    'lsp',
    'serve an editor over standard input and output: findings, hover, completion, quick fixes',
  )
    .option(
      '--stdio',
      'talk over standard input and output, as it always does; editors pass it',
      true,
    )
    .addHelpText('after', example('interlock lsp --stdio'))
    .action(async () => {
      const { lsp } = await import('../lsp/lsp.js');
      done(await lsp(host));
    });

  command(program, 'completion', 'print a script by which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', example('interlock completion bash > /etc/bash_completion.d/interlock'))
    .action(async (shell: Shell) => {
      const { completion } = await import('../completion/index.js');
      done(completion(host, program, shell));
    });
}
