/** `interlock completion`: a script that a shell sources, made from the same tables as the help. */
import type { Command } from 'commander';
import type { Host } from '../../host/host.js';
import { RULES } from '../../rules/registry.js';
import { CLEAN, type ExitStatus } from '../status.js';
import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import type { Shell } from './shells.js';
import { type CommandWords, commandWords } from './words.js';
import { zshCompletion } from './zsh.js';

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CommandWords[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export function completion(host: Host, program: Command, shell: Shell): ExitStatus {
  host.out(SCRIPTS[shell](commandWords(program, { explain: RULES.map(({ id }) => id) })));
  return CLEAN;
}
