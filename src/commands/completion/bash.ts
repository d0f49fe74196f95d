/** Completion for bash. Where nothing is offered, readline completes files. */
import type { CommandWords } from './words.js';

export const bashCompletion = (
  commands: readonly CommandWords[],
): string => `# source <(interlock completion bash)
_interlock() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')} --help --version'
  else
    case "$command $before" in
${commands.flatMap(valueCases).join('\n')}
      *)
        case "$command $current" in
${commands.map(({ name, options }) => `          '${name} -'*) words='${options.flatMap(({ flags }) => flags).join(' ')}' ;;`).join('\n')}
${commands
  .filter(({ choices }) => choices.length > 0)
  .map(({ name, choices }) => `          '${name} '*) words='${choices.join(' ')}' ;;`)
  .join('\n')}
        esac
        ;;
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o default -F _interlock interlock
`;

/** What may follow an option that takes a value; a case without words leaves it to readline. */
const valueCases = ({ name, options }: CommandWords): readonly string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags, choices }) => {
      const patterns = flags.map((flag) => `'${name} ${flag}'`).join(' | ');
      return `      ${patterns}) words='${choices.join(' ')}' ;;`;
    });
