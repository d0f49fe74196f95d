/** Real configurations with what a lint must say of each, and must not (test/cases/README.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

interface Must {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'note';
  readonly or?: readonly string[];
  readonly file?: string;
  readonly mentions?: readonly string[];
}

interface Run {
  readonly name: string;
  readonly files: readonly string[];
  readonly assume: Readonly<Record<string, string>>;
  readonly must: readonly Must[];
  readonly mustNot: readonly string[];
  readonly silent: boolean;
}

interface Found {
  readonly rule: string;
  readonly severity: Must['severity'];
  readonly message: string;
  readonly file: string;
  readonly pool?: string;
}

const ROOT = 'test/cases';
const LEVEL = { note: 1, warning: 2, error: 3 };

const textsIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );

async function lint(folder: string, { files, assume }: Run): Promise<readonly Found[]> {
  const host = memoryHost(textsIn(folder));
  const versions = Object.entries(assume).map(([name, version]) => `${name}=${version}`);
  const assumed = versions.length === 0 ? [] : ['--assume', versions.join(',')];
  await run(host, ['lint', ...files, '--format', 'json', ...assumed]);
  return JSON.parse(host.stdout()).findings;
}

const satisfies = (found: Found, must: Must): boolean =>
  [must.rule, ...(must.or ?? [])].includes(found.rule) &&
  LEVEL[found.severity] >= LEVEL[must.severity] &&
  (must.file === undefined || found.file === must.file) &&
  (must.mentions === undefined ||
    must.mentions.some((word) =>
      `${found.message}\n${found.pool ?? ''}`.toLowerCase().includes(word.toLowerCase()),
    ));

const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

describe.each(folders)('%s', (name) => {
  const folder = join(ROOT, name);
  const { runs } = JSON.parse(readFileSync(join(folder, 'scenario.json'), 'utf8')) as {
    runs: readonly Run[];
  };

  it.each(runs.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const findings = await lint(folder, one);
    expect(one.must.filter((must) => !findings.some((found) => satisfies(found, must)))).toEqual(
      [],
    );
    const loud = findings.filter(({ severity }) => severity !== 'note');
    expect(loud.filter(({ rule }) => one.silent || one.mustNot.includes(rule))).toEqual([]);
  });
});
