/** What the declarations of several commands have in common. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { TARGETS } from '../../compile/plan.js';
import { parseAssumed } from '../assume.js';
import { FORMATS, type Output, parseOutput } from '../formats.js';
import { parseShard } from '../shard.js';
import type { ExitStatus } from '../status.js';

/** Takes the exit status of a command that has ended. */
export type Done = (status: ExitStatus) => void;

/** Commander's subcommands do not inherit how errors leave the process. */
export function command(program: Command, usage: string, description: string): Command {
  return program.command(usage).description(description).exitOverride().showSuggestionAfterError();
}

export function parseDay(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  throw new InvalidArgumentError('write a day as YYYY-MM-DD.');
}

export const format = (choices: string[]): Option =>
  new Option('--format <format>', 'format of the report').choices(choices).default(choices[0]);

export const reports = (): Option =>
  new Option(
    '--format <format[=file]>',
    'format of the report; repeat it for more, each in a file: --format sarif=interlock.sarif',
  )
    .choices(FORMATS)
    .argParser((text, before?: readonly Output[]) => parseOutput(text, before));

export const judgedTarget = (): Option =>
  new Option('--target <target>', 'what policies are compiled for before they are judged')
    .choices(TARGETS)
    .default('addons');

export const assume = (): Option =>
  new Option(
    '--assume <versions>',
    'versions that the files do not state: karpenter=1.2.0,nth=0.27.1,kubernetes=1.31,addons=1.16.2',
  ).argParser(parseAssumed);

/** A command that judges many things at once. */
export const selecting = (program: Command, usage: string, description: string): Command =>
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

export const orHere = (paths: readonly string[]): readonly string[] =>
  paths.length === 0 ? ['.'] : paths;

export const example = (line: string): string => `\nExample:\n  $ ${line}`;
