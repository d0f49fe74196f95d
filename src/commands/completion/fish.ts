/** Completion for fish: commands and options with what they are for. */
import type { CommandWords, OptionWords } from './words.js';

export const fishCompletion = (commands: readonly CommandWords[]): string =>
  `# interlock completion fish | source
${commands.map(({ name, description }) => `complete -c interlock -f -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`).join('\n')}
complete -c interlock -n __fish_use_subcommand -l version -s V -d 'display the version'
${commands.flatMap(commandLines).join('\n')}
`;

function commandLines({ name, options, choices, takesFiles }: CommandWords): readonly string[] {
  const within = `complete -c interlock -n '__fish_seen_subcommand_from ${name}'`;
  return [
    ...(choices.length === 0
      ? []
      : [`${within}${takesFiles ? '' : ' -f'} -a ${quoted(choices.join(' '))}`]),
    ...options.map((option) => `${within} ${optionText(option)}`),
  ];
}

const optionText = ({ flags, description, takesValue, choices }: OptionWords): string =>
  [
    ...flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)),
    ...(takesValue ? (choices.length > 0 ? ['-x', '-a', quoted(choices.join(' '))] : ['-r']) : []),
    '-d',
    quoted(description),
  ].join(' ');

const quoted = (text: string): string => `'${text.replace(/['\\]/g, (c) => `\\${c}`)}'`;
