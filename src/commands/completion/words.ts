/** What there is to complete, taken from the commander tree: commands, their options, and the words that these take. */
import type { Argument, Command, Option } from 'commander';

export interface OptionWords {
  /** `--format`, and `-h` where there is a short form. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** Empty where a value is a file or something that nobody can list. */
  readonly choices: readonly string[];
}

export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** Words that an argument may be. */
  readonly choices: readonly string[];
  /** Whether an argument may be a file. */
  readonly takesFiles: boolean;
}

/** `known` holds words for arguments that may be something else as well, by command. */
export const commandWords = (
  program: Command,
  known: Readonly<Record<string, readonly string[]>>,
): readonly CommandWords[] =>
  program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.map(optionWords), HELP],
    choices: known[command.name()] ?? command.registeredArguments.flatMap(choicesOf),
    takesFiles: command.registeredArguments.some(({ argChoices }) => argChoices === undefined),
  }));

const HELP: OptionWords = {
  flags: ['--help', '-h'],
  description: 'display help for command',
  takesValue: false,
  choices: [],
};

const choicesOf = ({ argChoices }: Argument): readonly string[] => argChoices ?? [];

const optionWords = (option: Option): OptionWords => ({
  flags: [option.long, option.short].filter((flag) => flag !== undefined && flag !== null),
  description: option.description,
  takesValue: option.required || option.optional,
  choices: option.argChoices ?? [],
});
