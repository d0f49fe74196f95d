/**
 * One folder of fixtures for each rule. Every rule runs on every file, so a
 * noisy neighbour shows. `npm test -- -u` writes the outputs; review them as behaviour.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../src/commands/program.js';
import { RULES } from '../src/rules/registry.js';
import { memoryHost } from './support/memory-host.js';

const ROOT = 'test/rules';
const folders = readdirSync(ROOT);

/** Rules that no policy can break: they speak of what people's own Terraform and manifests do, or of conversions. */
const WITHOUT_POLICY = new Set([
  'changed-behaviour',
  'unacknowledged-change',
  'underivable-value',
  'untaken-output',
  'uncarried-setting',
  'undeclared-reference',
  'undetermined-value',
  'ownership-table',
]);

/** `# interlock lint --assume karpenter=1.2.0` on the first line of a fixture gives its arguments. */
const ARGUMENTS = /^# interlock lint (.*)/;

/** A fixture is a file, or a folder of files that are judged together. */
async function lint(fixture: string): Promise<string> {
  const folder = statSync(fixture).isDirectory();
  const names = folder ? readdirSync(fixture).sort() : [fixture.split('/').at(-1) ?? fixture];
  const files = names.map((name) => [name, read(folder ? `${fixture}/${name}` : fixture)] as const);
  const args = files.flatMap(([, text]) => ARGUMENTS.exec(text)?.[1]?.split(' ') ?? []);
  const host = memoryHost(Object.fromEntries(files));
  await run(host, ['lint', ...names, '--fail-on', 'note', ...args]);
  return host.stdout();
}

const read = (file: string): string => readFileSync(file, 'utf8');

/** Rules that say in a note what is of no weight. */
const WITH_NOTES = new Set(['unhandled-event']);

const rulesIn = (output: string, severities = 'error|warning|note'): string[] =>
  [...output.matchAll(new RegExp(`: (?:${severities}): .* \\[([a-z-]+)\\]$`, 'gm'))].map(
    (match) => match[1] ?? '',
  );

describe.each(folders)('%s', (id) => {
  const files = readdirSync(`${ROOT}/${id}`).filter((name) => !name.endsWith('.out'));

  it.each(files.filter((name) => name.startsWith('fails')))('%s', async (name) => {
    const output = await lint(`${ROOT}/${id}/${name}`);
    expect(rulesIn(output)).toContain(id);
    await expect(output).toMatchFileSnapshot(`rules/${id}/${name.replace(/\.[a-z]+$/, '')}.out`);
  });

  it.each(files.filter((name) => name.startsWith('passes')))('%s is silent', async (name) => {
    const output = await lint(`${ROOT}/${id}/${name}`);
    expect(rulesIn(output, WITH_NOTES.has(id) ? 'error|warning' : undefined)).not.toContain(id);
    expect(output).not.toMatch(/: error: /);
  });
});

describe('every rule', () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))('%s is complete', (id, rule) => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(existsSync(`src/rules/${rule.family}/${id}.ts`)).toBe(true);
    expect(existsSync(`docs/rules/${id}.md`)).toBe(true);
    expect(rule.summary).toMatch(/^[A-Z].*\.$/);
    for (const source of rule.sources) expect(source.length).toBeGreaterThan(10);
    if (WITHOUT_POLICY.has(id)) return;
    const fixtures = readdirSync(`${ROOT}/${id}`);
    expect(fixtures.some((name) => /^fails(?!.*\.out$)/.test(name))).toBe(true);
    expect(fixtures.some((name) => name.startsWith('passes'))).toBe(true);
  });

  it('has an id of its own', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });
});
