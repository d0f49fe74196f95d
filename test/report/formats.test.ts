/** `--format`: several forms of one run, each in its place. */
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { changed } from '../support/policy.js';

async function lint(...args: readonly string[]) {
  const host = memoryHost({ 'a.yaml': changed('region:', 'regoin:') });
  const status = await run(host, ['lint', 'a.yaml', ...args]);
  return { status, out: host.stdout(), err: host.stderr(), files: host.files };
}

describe('several formats in one run', () => {
  it('go to files, and people still read the text', async () => {
    const { status, out, files } = await lint(
      ...['--format', 'sarif=reports/x.sarif', '--format', 'gitlab=quality.json'],
    );
    expect(status).toBe(1);
    expect(out).toMatch(/^a\.yaml:6:3: error: unknown key "regoin"/m);
    expect(JSON.parse(files.get('reports/x.sarif') ?? '')).toHaveProperty('version', '2.1.0');
    expect(JSON.parse(files.get('quality.json') ?? '')).toHaveLength(2);
  });

  it('leave standard output to the one that has no file', async () => {
    const { out, files } = await lint('--format', 'json', '--format', 'junit=x.xml');
    expect(JSON.parse(out)).toHaveProperty('complete', true);
    expect(files.get('x.xml')).toMatch(/^<\?xml/);
  });

  it.each([
    ['two for standard output', ['json', 'sarif'], /"json" goes to standard output already/],
    ['two for one file', ['json=x', 'sarif=x'], /"json" is written to "x" already/],
    ['no file behind =', ['json='], /Write a file behind/],
    ['a form that there is not', ['xml=x'], /Allowed choices are text, json, sarif/],
  ])('%s are wrong usage', async (_, formats, says) => {
    const { status, err } = await lint(...formats.flatMap((one) => ['--format', one]));
    expect(status).toBe(2);
    expect(err).toMatch(says);
  });

  it('that cannot be written end with 3', async () => {
    const host = memoryHost({ 'a.yaml': changed('region:', 'regoin:') });
    const full = { ...host, write: () => ({ problem: 'x.json: no space is left on the device' }) };
    expect(await run(full, ['lint', 'a.yaml', '--format', 'json=x.json'])).toBe(3);
    expect(host.stderr()).toContain('no space is left on the device');
  });
});
