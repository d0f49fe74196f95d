/** Completion has every command and option that the help has, in each shell. */
import { describe, expect, it } from 'vitest';
import { SHELLS } from '../../src/commands/completion/shells.js';
import { build, run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

describe.each(SHELLS)('completion for %s', (shell) => {
  it('has every command and option', async () => {
    const host = memoryHost();
    expect(await run(host, ['completion', shell])).toBe(0);
    const text = host.stdout();
    for (const command of build(host, () => {}).commands) {
      expect(text).toContain(command.name());
      for (const { long, argChoices = [] } of command.options) {
        expect(text).toContain(shell === 'fish' ? `-l ${long?.slice(2)}` : long);
        expect(text).toContain(argChoices.join(' '));
      }
    }
  });
});

it('knows no other shells', async () => {
  const host = memoryHost();
  expect(await run(host, ['completion', 'tcsh'])).toBe(2);
  expect(host.stderr()).toContain('Allowed choices are bash, zsh, fish');
});
