/**
 * One folder of fixtures for each rule. Every rule runs on every file, so a
 * noisy neighbour shows. `npm test -- -u` writes the outputs; review them as behaviour.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../src/commands/program.js';
import { RULES } from '../src/rules/registry.js';
import { memoryHost } from './support/memory-host.js';

const ROOT = 'test/rules';
const folders = readdirSync(ROOT);

/** Rules that no policy can break: they speak of what people's own Terraform and manifests do. */
const WITHOUT_POLICY = new Set([
  'missing-module-input',
  'undeclared-reference',
  'undetermined-value',
  'unhandled-event',
  'ownership-table',
]);

async function lint(file: string): Promise<string> {
  const name = file.split('/').at(-1) ?? file;
  const host = memoryHost({ [name]: readFileSync(file, 'utf8') });
  await run(host, ['lint', name, '--fail-on', 'note']);
  return host.stdout();
}

const rulesIn = (output: string): string[] =>
  [...output.matchAll(/: (?:error|warning|note): .* \[([a-z-]+)\]$/gm)].map(
    (match) => match[1] ?? '',
  );

describe.each(folders)('%s', (id) => {
  const files = readdirSync(`${ROOT}/${id}`).filter((name) => name.endsWith('.yaml'));

  it.each(files.filter((name) => name.startsWith('fails')))('%s', async (name) => {
    const output = await lint(`${ROOT}/${id}/${name}`);
    expect(rulesIn(output)).toContain(id);
    await expect(output).toMatchFileSnapshot(`rules/${id}/${name.replace('.yaml', '.out')}`);
  });

  it.each(files.filter((name) => name.startsWith('passes')))('%s is silent', async (name) => {
    const output = await lint(`${ROOT}/${id}/${name}`);
    const found = rulesIn(output).filter((rule) => rule !== 'ownership-table');
    expect(found).not.toContain(id);
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
    if (!WITHOUT_POLICY.has(id)) {
      expect(existsSync(`${ROOT}/${id}/fails.yaml`)).toBe(true);
      expect(existsSync(`${ROOT}/${id}/passes.yaml`)).toBe(true);
    }
  });

  it('has an id of its own', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });
});
