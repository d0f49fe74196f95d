/** Commands that write, and the one that compares what two would write. */
import { type Command, Option } from 'commander';
import { TARGETS } from '../../compile/plan.js';
import type { Host } from '../../host/host.js';
import { parseRanges } from '../ranges.js';
import {
  assume,
  command,
  type Done,
  example,
  format,
  judgedTarget,
  orHere,
  selecting,
} from './options.js';

export function making(program: Command, host: Host, done: Done): void {
  command(
    program,
    'init [file]',
    'look at the repo and write a first policy for each of its clusters, and interlock.yaml',
  )
    .addHelpText('after', example('interlock init policies/my-cluster.yaml'))
    .action(async (file: string | undefined) => {
      const { init } = await import('../init/index.js');
      done(await init(host, file));
    });

  selecting(program, 'compile <policies...>', 'compile policies to Terraform JSON and read it back')
    .addOption(
      new Option('--target <target>', 'what to compile for').choices(TARGETS).default('addons'),
    )
    .option('--out <dir>', 'folder for the output, one folder a policy', 'out')
    .option(
      '--into <dir>',
      'a repo that the inputs go into; says which of its lines are still to change',
    )
    .option('--check', 'write nothing; exit 1 when the output is not up to date', false)
    .addHelpText('after', example('interlock compile policies/orders.yaml --out out'))
    .action(async (paths: string[], options) => {
      const { compile } = await import('../compile.js');
      done(await compile(host, paths, options));
    });

  command(
    program,
    'adopt [paths...]',
    'write the policy that describes what stands, and say what it cannot carry over',
  )
    .option(
      '--out <dir>',
      'folder for the policies, one for each cluster; standard output where absent',
    )
    .addOption(assume())
    .addHelpText('after', example('interlock adopt infrastructure/ > policies/my-cluster.yaml'))
    .action(async (paths: string[], options) => {
      const { adopt } = await import('../adopt.js');
      done(await adopt(host, orHere(paths), options));
    });

  command(
    program,
    'convert <files...>',
    "turn manifests of Karpenter's older APIs into v1 or into a policy, and say what changes in behaviour",
  )
    .addOption(
      new Option('--to <form>', 'what to convert to').choices(['v1', 'policy']).default('v1'),
    )
    .option('--out <dir>', 'folder for the output; without it standard output')
    .option('--write', 'write the files in their places', false)
    .addOption(format(['text', 'json']))
    .addOption(
      new Option('--fail-on <severity>', 'least severity for exit status 1')
        .choices(['error', 'warning', 'note'])
        .default('error'),
    )
    .addHelpText('after', example('interlock convert manifests/provisioner.yaml > nodepool.yaml'))
    .action(async (paths: string[], options) => {
      const { convert } = await import('../convert.js');
      done(convert(host, paths, options));
    });

  command(
    program,
    'migrate <before> <after>',
    'from one policy to another in stages, each free of conflict and gap, each with its Terraform and its way back',
  )
    .option('--out <dir>', 'folder for the stages', 'migration')
    .addOption(
      new Option('--target <target>', 'what the stages are compiled for')
        .choices(['addons', 'stack'])
        .default('addons'),
    )
    .addOption(assume())
    .addHelpText(
      'after',
      example('interlock migrate policies/orders-1-29.yaml policies/orders.yaml'),
    )
    .action(async (before: string, after: string, options) => {
      const { migrate } = await import('../migrate.js');
      done(await migrate(host, [before, after], options));
    });

  command(
    program,
    'diff <before> [after]',
    'show who takes over what, which drains change and which nodes are touched between two policies, roots or git revisions (REVISION:PATH)',
  )
    .addOption(format(['text', 'json', 'markdown']))
    .option('--lock <file>', 'fail on what differs from this lock')
    .addOption(
      new Option(
        '--versions <ranges>',
        'what each release of an upgrade changes in one configuration: addons=1.16.2..1.24.3,karpenter=0.35.0..1.8.8,nth=0.21.0..0.27.6',
      ).argParser(parseRanges),
    )
    .option('--write-lock [file]', 'write what stands after the change to a lock')
    .addOption(assume())
    .addOption(judgedTarget())
    .option('--strict', 'what would be taken for granted counts as not known', false)
    .addHelpText('after', example('interlock diff HEAD~1:policies policies --format markdown'))
    .action(async (before: string, after: string | undefined, options) => {
      const { diff } = await import('../diff.js');
      done(await diff(host, after === undefined ? [before] : [before, after], options));
    });
}
