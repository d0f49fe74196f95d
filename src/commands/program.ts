/** The command line: subcommands, their options and examples. Each command's code is loaded when it runs. */
import { Command, CommanderError } from 'commander';
import { FACTS_DATE } from '../facts/facts.js';
import type { Host } from '../host/host.js';

import { judging } from './declare/judging.js';
import { making } from './declare/making.js';
import { example } from './declare/options.js';
import { telling } from './declare/telling.js';
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

  judging(program, host, done);
  making(program, host, done);
  telling(program, host, done);
  return program;
}
