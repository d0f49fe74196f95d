/** Every kind of bad input gives a finding with its place and what to write instead; exit 1; nothing written. */
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { BAD_POLICIES } from '../support/bad-policies.js';
import { memoryHost } from '../support/memory-host.js';
import { changed, VALID } from '../support/policy.js';

const lintFindings = async (text: string, files: Readonly<Record<string, string>> = {}) => {
  const host = memoryHost({ 'policy.yaml': text, ...files });
  const status = await run(host, ['lint', 'policy.yaml', '--format', 'json']);
  return { status, findings: JSON.parse(host.stdout()).findings };
};

describe('bad input', () => {
  it.each(BAD_POLICIES)('$name', async ({ text, files, rule, place, says, help }) => {
    const { status, findings } = await lintFindings(text, files);
    const errors = findings.filter((f: { severity: string }) => f.severity === 'error');
    const found = errors.find(
      (f: { rule: string; message: string }) => f.rule === rule && says.test(f.message),
    );
    expect(found, JSON.stringify(errors, null, 1)).toBeDefined();
    const { start } = found.range;
    if (place !== '') expect(`${start.line}:${start.column}`).toBe(place);
    if (help !== undefined) expect(found.help).toMatch(help);
    expect(found.message).not.toMatch(/^[A-Z][a-z]+ |\.$/);
    expect(status).toBe(1);
  });

  it.each(BAD_POLICIES)('$name: nothing is written', async ({ text, files }) => {
    const host = memoryHost({ 'policy.yaml': text, ...files });
    const before = new Map(host.files);
    expect(await run(host, ['compile', 'policy.yaml', '--out', 'out'])).toBe(1);
    expect(host.files).toEqual(before);
  });

  it('the policy that all of these spoil is clean', async () => {
    const { status, findings } = await lintFindings(VALID);
    expect(findings.filter((f: { severity: string }) => f.severity !== 'note')).toEqual([]);
    expect(status).toBe(0);
  });
});

describe('odd but good input', () => {
  it.each([
    ['a byte order mark', `\ufeff${VALID}`],
    ['CRLF line ends', VALID.replaceAll('\n', '\r\n')],
    ['a JSON policy', ''],
  ])('%s is read', async (name, text) => {
    const { status, findings } = await lintFindings(text === '' ? await asJson() : text);
    expect(findings.filter((f: { severity: string }) => f.severity !== 'note')).toEqual([]);
    expect(status, name).toBe(0);
  });

  it('places in a text with CRLF and a byte order mark are exact', async () => {
    const text = `\ufeff${changed('region:', 'regoin:').replaceAll('\n', '\r\n')}`;
    const { findings } = await lintFindings(text);
    const found = findings.find((f: { message: string }) => /regoin/.test(f.message));
    expect(found.range.start).toEqual({ line: 6, column: 3 });
  });
});

async function asJson(): Promise<string> {
  const { parse } = await import('yaml');
  return JSON.stringify(parse(VALID), null, 2);
}
