/** Commands that judge what is given. */
import { type Command, Option } from 'commander';
import type { Host } from '../../host/host.js';
import { parseSweep, wholeNumber } from '../simulate-options.js';
import {
  assume,
  command,
  type Done,
  example,
  format,
  judgedTarget,
  orHere,
  parseDay,
  reports,
  selecting,
} from './options.js';

export function judging(program: Command, host: Host, done: Done): void {
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
      const { lint } = await import('../lint.js');
      done(await lint(host, orHere(paths), options));
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
      const { prove } = await import('../prove.js');
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
      const { trace } = await import('../trace.js');
      done(await trace(host, event, options));
    });

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
      const { simulate } = await import('../simulate.js');
      done(await simulate(host, paths, options));
    });
}
