/** Completion for zsh: commands and options with what they are for. */
import type { CommandWords, OptionWords } from './words.js';

export const zshCompletion = (commands: readonly CommandWords[]): string => `#compdef interlock
# source <(interlock completion zsh), or write it to a file _interlock in a folder of $fpath
_interlock() {
  local curcontext=$curcontext state line
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    '${name}:${escaped(description)}'`).join('\n')}
  )
  _arguments -C '(- *)--help[display help]' '(- *)--version[display the version]' '1: :->command' '*:: :->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = _interlock ]; then _interlock "$@"; else compdef _interlock interlock; fi
`;

const commandCase = (command: CommandWords): string => {
  const { name, options } = command;
  const rest = argumentSpec(command);
  return `        ${name}) _arguments ${[...options.flatMap(specs), rest].join(' ')} ;;`;
};

function argumentSpec({ choices, takesFiles }: CommandWords): string {
  if (choices.length === 0) return takesFiles ? "'*:file:_files'" : '';
  const words = `(${choices.join(' ')})`;
  return takesFiles
    ? `'*: :{ _alternative "words:word:${words}" "files:file:_files" }'`
    : `'*:word:${words}'`;
}

const specs = ({ flags, description, takesValue, choices }: OptionWords): readonly string[] =>
  flags.map((flag) => {
    const values = choices.length === 0 ? '_files' : `(${choices.join(' ')})`;
    return `'*${flag}[${escaped(description)}]${takesValue ? `:value:${values}` : ''}'`;
  });

/** Within single quotes; brackets and colons end what they stand in. */
const escaped = (text: string): string =>
  text.replace(/[[\]:\\]/g, (c) => `\\${c}`).replaceAll("'", "'\\''");
