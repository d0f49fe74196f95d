/** Completion in the shells themselves: what is offered where. Shells that this machine lacks are left out. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'interlock-completion-'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const host = memoryHost();
    expect(await run(host, ['completion', shell])).toBe(0);
    writeFileSync(path.join(folder, shell), host.stdout());
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

const CASES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['interlock pro', ['prove']],
  ['interlock lint --form', ['--format']],
  ['interlock lint --format sa', ['sarif']],
  ['interlock lint --fail-on ', ['error', 'note', 'warning']],
  ['interlock explain duplicate-h', ['duplicate-handler']],
  ['interlock completion ', ['bash', 'fish', 'zsh']],
];

describe('bash', () => {
  it.each(CASES)('offers after "%s" %j', (line, offered) => {
    const script = `source "$1"; COMP_WORDS=($2); if [[ $2 == *' ' ]]; then COMP_WORDS+=(''); fi
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _interlock; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ['--noprofile', '--norc', '-c', script, 'bash', path.join(folder, 'bash'), line];
    const out = execFileSync('bash', args, { encoding: 'utf8' });
    expect(out.trim().split('\n').sort()).toEqual(offered);
  });

  it('leaves files to readline', () => {
    const script = `source "$1"; COMP_WORDS=(interlock lint poli); COMP_CWORD=2; _interlock; echo "\${#COMPREPLY[@]}"`;
    const args = ['--norc', '-c', script, 'bash', path.join(folder, 'bash')];
    expect(execFileSync('bash', args, { encoding: 'utf8' })).toBe('0\n');
  });
});

describe.skipIf(!has('fish'))('fish', () => {
  it.each(CASES)('offers after "%s" %j', (line, offered) => {
    const script = `source ${path.join(folder, 'fish')}; complete -C '${line}'`;
    const out = execFileSync('fish', ['--no-config', '-c', script], {
      encoding: 'utf8',
      cwd: folder,
    });
    const words = out
      .trim()
      .split('\n')
      .map((one) => one.split('\t')[0]);
    expect(
      words
        .filter(
          (word) => !['bash', 'zsh', 'fish'].includes(word ?? '') || line.includes('completion'),
        )
        .sort(),
    ).toEqual(offered);
  });
});

describe.skipIf(!has('zsh'))('zsh', () => {
  it('takes the script and completes with it', () => {
    const script = `autoload -U compinit; compinit -u -d ${path.join(folder, 'dump')}
source ${path.join(folder, 'zsh')}; print $_comps[interlock]`;
    expect(execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8' })).toBe('_interlock\n');
  });
});
