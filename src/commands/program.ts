/** The command line: subcommands, their options and examples. Each command's code is loaded when it runs. */
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { TARGETS } from '../compile/plan.js';
import { FACTS_DATE } from '../facts/facts.js';
import type { Host } from '../host/host.js';
import { parseAssumed } from './assume.js';
import { SHELLS, type Shell } from './completion/shells.js';
import { FORMATS, type Output, parseOutput } from './formats.js';

import { parseRanges } from './ranges.js';

import { parseShard } from './shard.js';

import { parseSweep, wholeNumber } from './simulate-options.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, WRONG_USAGE } from './status.js';
import { PACKAGE_VERSION } from './version.js';

/** Runs one command line, without the program's own name, and gives its exit status. */
export async function run(host: Host, args: readonly string[]): Promise<ExitStatus> {
  let status: ExitStatus = CLEAN;
  const program = build(host, (result) => {
    status = result;
  });
  try {
    await program.parseAsync(args.map(withMode), { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? CLEAN : WRONG_USAGE;
    host.err(`interlock failed, and that is a fault of interlock: ${describe(error)}\n`);
    return COULD_NOT_RUN;
  }
}

/** `--fix` alone is `--fix=safe`: what follows it is a path. */
const withMode = (argument: string): string => (argument === '--fix' ? '--fix=safe' : argument);

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** The commander program; its tables are also the source of docs/reference/cli.md. */
export function build(host: Host, done: (status: ExitStatus) => void): Command {
  const program = new Command('interlock')
    .description(
      'Policy compiler for node interruption handling on Amazon EKS: every event on every pool has exactly one handler',
    )
    .version(`${PACKAGE_VERSION} (facts of ${FACTS_DATE})`)
    .exitOverride()
    .configureOutput({ writeOut: host.out, writeErr: host.err })
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      `${example('interlock prove policies/')}\n\nExit status: 0 clean (prove: proved), 1 something was found, 2 wrong usage, 3 could not run.`,
    );

  selecting(
    program,
    'lint [paths...]',
    'judge policies, Terraform, plans and manifests, and say what is wrong, at the line',
  )
    .addOption(reports())
    .addOption(
      new Option('--fail-on <severity>', 'least severity for exit status 1')
        .choices(['error', 'warning', 'note'])
        .default('error'),
    )
    .addOption(assume())
    .addOption(judgedTarget())
    .option('--strict', 'what would be taken for granted counts as not known', false)
    .addOption(
      new Option(
        '--fix <mode>',
        'write fixes into the files, then judge again; "all" includes those that want a review',
      ).choices(['safe', 'all']),
    )
    .option('--baseline <file>', 'show only findings that are not in this file')
    .option(
      '--lock <file>',
      'the lock to hold owners and drains against; interlock.lock.json where it is there',
    )
    .option(
      '--write-baseline',
      'write the findings to the baseline (interlock-baseline.json) instead of showing them',
      false,
    )
    .addOption(
      new Option(
        '--today <date>',
        'the day for suppressions that end on one (YYYY-MM-DD)',
      ).argParser(parseDay),
    )
    .addHelpText('after', example('interlock lint policies/ --format json'))
    .action(async (paths: string[], options) => {
      const { lint } = await import('./lint.js');
      done(await lint(host, orHere(paths), options));
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
      const { compile } = await import('./compile.js');
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
      const { adopt } = await import('./adopt.js');
      done(await adopt(host, orHere(paths), options));
    });

  selecting(program, 'prove <paths...>', 'show who handles what, and prove that it is exactly one')
    .addOption(reports())
    .addOption(assume())
    .addOption(judgedTarget())
    .option('--strict', 'what would be taken for granted counts as not known', false)
    .option('--verbose', 'show every event and the chain of every claim', false)
    .option(
      '--write-lock [file]',
      'write owners, drains and versions to a lock (interlock.lock.json) that lint and diff hold to',
    )
    .addHelpText('after', example('interlock prove policies/*.yaml --verbose'))
    .action(async (paths: string[], options) => {
      const { prove } = await import('./prove.js');
      done(await prove(host, paths, options));
    });

  const number = (flags: string, says: string, least = 1): Option =>
    new Option(flags, says).argParser(wholeNumber(least));
  const each = (value: string, before: readonly string[] = []): readonly string[] => [
    ...before,
    value,
  ];
  command(
    program,
    'simulate <policies...>',
    'say whether a full Spot reclaim fits the two minutes of its notice, what stands in the way, and what to change',
  )
    .addOption(format(['text', 'json', 'html']))
    .addOption(
      new Option(
        '--scenario <file>',
        'a wave (schemas/scenario.v1.schema.json), or what "kubectl get nodes,pods,pdb,pvc -A -o json" prints; may be said again',
      ).argParser(each),
    )
    .addOption(new Option('--pool <name>', 'only this pool; may be said again').argParser(each))
    .addOption(number('--nodes <count>', 'nodes of each pool that are interrupted at once'))
    .addOption(number('--pods <count>', 'pods on each node'))
    .addOption(number('--grace <seconds>', 'how long a pod takes to end', 0))
    .addOption(number('--spread <seconds>', 'time over which the notices come', 0))
    .option('--rebalance', 'recommendations come before notices, as often as in the field')
    .addOption(number('--workers <count>', 'workers of each replica of NTH'))
    .addOption(number('--replicas <count>', 'replicas of NTH'))
    .addOption(number('--qps <calls>', 'calls a second that NTH may make to each API group'))
    .addOption(number('--seed <number>', 'decides what is left to chance', 0))
    .addOption(
      new Option(
        '--sweep <values>',
        'the same wave with other settings: workers=10,20,50, replicas=1,2,4 or grace=30,60; said again, every combination',
      ).argParser(parseSweep),
    )
    .addOption(judgedTarget())
    .addHelpText(
      'after',
      example('interlock simulate policies/payments-prod.yaml --nodes 100 --sweep replicas=2,4,8'),
    )
    .action(async (paths: string[], options) => {
      const { simulate } = await import('./simulate.js');
      done(await simulate(host, paths, options));
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
      const { diff } = await import('./diff.js');
      done(await diff(host, after === undefined ? [before] : [before, after], options));
    });

  command(
    program,
    'trace [event]',
    'follow one EventBridge event to each action on a node, hop by hop, with the line of each',
  )
    .option('--in <paths...>', 'policies, Terraform roots, plans and manifests', ['.'])
    .option('--pool <name>', "the node's pool; every pool where absent")
    .option('--all', 'every sample of an event against every pool, as a table', false)
    .addOption(format(['text', 'json']))
    .addOption(assume())
    .addOption(judgedTarget())
    .option('--verbose', "show upstream's source of every hop", false)
    .addHelpText(
      'after',
      `${example('interlock trace --all --in policies/mixed-fleet.yaml')}

Exit status 1: two handlers act on one node, or it cannot be told who acts.`,
    )
    .action(async (event: string | undefined, options) => {
      const { trace } = await import('./trace.js');
      done(await trace(host, event, options));
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
      const { migrate } = await import('./migrate.js');
      done(await migrate(host, [before, after], options));
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
      const { convert } = await import('./convert.js');
      done(convert(host, paths, options));
    });

  command(
    program,
    'explain <subject>',
    'explain a rule by its id, or every default and decision of a policy',
  )
    .addHelpText('after', example('interlock explain duplicate-handler'))
    .action(async (subject: string) => {
      const { explain } = await import('./explain.js');
      done(await explain(host, subject));
    });

  command(
    program,
    'init [file]',
    'look at the repo and write a first policy for each of its clusters, and interlock.yaml',
  )
    .addHelpText('after', example('interlock init policies/my-cluster.yaml'))
    .action(async (file: string | undefined) => {
      const { init } = await import('./init/index.js');
      done(await init(host, file));
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
      const { schema } = await import('./schema.js');
      done(schema(host, of));
    });

  command(program, 'rules', 'list every rule')
    .addOption(format(['text', 'json']))
    .addHelpText('after', example('interlock rules --format json'))
    .action(async (options) => {
      const { rules } = await import('./rules.js');
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
      const { lsp } = await import('./lsp/lsp.js');
      done(await lsp(host));
    });

  command(program, 'completion', 'print a script by which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', example('interlock completion bash > /etc/bash_completion.d/interlock'))
    .action(async (shell: Shell) => {
      const { completion } = await import('./completion/index.js');
      done(completion(host, program, shell));
    });

  return program;
}

/** Commander's subcommands do not inherit how errors leave the process. */
function command(program: Command, usage: string, description: string): Command {
  return program.command(usage).description(description).exitOverride().showSuggestionAfterError();
}

function parseDay(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  throw new InvalidArgumentError('write a day as YYYY-MM-DD.');
}

const format = (choices: string[]): Option =>
  new Option('--format <format>', 'format of the report').choices(choices).default(choices[0]);

const reports = (): Option =>
  new Option(
    '--format <format[=file]>',
    'format of the report; repeat it for more, each in a file: --format sarif=interlock.sarif',
  )
    .choices(FORMATS)
    .argParser((text, before?: readonly Output[]) => parseOutput(text, before));

const judgedTarget = (): Option =>
  new Option('--target <target>', 'what policies are compiled for before they are judged')
    .choices(TARGETS)
    .default('addons');

const assume = (): Option =>
  new Option(
    '--assume <versions>',
    'versions that the files do not state: karpenter=1.2.0,nth=0.27.1,kubernetes=1.31,addons=1.16.2',
  ).argParser(parseAssumed);

/** A command that judges many things at once. */
const selecting = (program: Command, usage: string, description: string): Command =>
  command(program, usage, description)
    .addOption(
      new Option(
        '--shard <part>',
        'judge one part of what was given, so that several machines share it: 2/5',
      ).argParser(parseShard),
    )
    .option(
      '--changed-since <revision>',
      'judge only what has changed since a git revision, with what extends or calls it',
    );

const orHere = (paths: readonly string[]): readonly string[] =>
  paths.length === 0 ? ['.'] : paths;

const example = (line: string): string => `\nExample:\n  $ ${line}`;
