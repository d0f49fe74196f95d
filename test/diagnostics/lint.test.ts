/** Suppression, baseline and fixes from the command line, in process. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { POOL } from '../manifests/support.js';
import { type MemoryHost, memoryHost } from '../support/memory-host.js';

const PDB = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ledger }
spec:
  maxUnavailable: 0
  selector: { matchLabels: { app: ledger } }
`;
const FENCED = readFileSync('test/manifests/data/indent-guides.yaml', 'utf8');

async function lint(
  files: Readonly<Record<string, string>> | MemoryHost,
  ...args: string[]
): Promise<{ host: MemoryHost; status: number; rules: string[]; out: string }> {
  const given =
    'files' in files && files.files instanceof Map ? Object.fromEntries(files.files) : files;
  const host = memoryHost(given as Record<string, string>);
  const status = await run(host, ['lint', ...args]);
  const out = host.stdout();
  const rules = [...out.matchAll(/: (?:error|warning|note): .* \[([a-z-]+)\]$/gm)].map(
    (match) => match[1] ?? '',
  );
  return { host, status, rules, out };
}

describe('suppressions', () => {
  const ignored = (words: string): string =>
    PDB.replace('  maxUnavailable', `  # interlock-ignore blocking-pdb${words}\n  maxUnavailable`);

  it.each([
    ['with a reason', ': moved by hand', [], []],
    ['until a day to come', ' until 2027-01-31: moved by hand', [], []],
    [
      'past its day',
      ' until 2026-01-31: moved by hand',
      [],
      ['blocking-pdb', 'unused-suppression'],
    ],
    [
      'past a day that is given',
      ' until 2027-01-31: x',
      ['--today', '2027-02-01'],
      ['blocking-pdb', 'unused-suppression'],
    ],
    ['without a reason', '', [], ['blocking-pdb', 'unused-suppression']],
  ])('%s', async (_, words, args, expected) => {
    const { rules } = await lint({ 'pdb.yaml': ignored(words) }, 'pdb.yaml', ...args);
    expect(rules.sort()).toEqual(expected);
  });

  it('are counted', async () => {
    const { out } = await lint({ 'pdb.yaml': ignored(': moved by hand') }, 'pdb.yaml');
    expect(out).toBe('nothing found in 1 configuration (1 suppressed)\n');
  });

  it('take a day that is one', async () => {
    const { status } = await lint({ 'pdb.yaml': PDB }, 'pdb.yaml', '--today', 'tomorrow');
    expect(status).toBe(2);
  });
});

describe('a baseline', () => {
  it('is written, then hides what it knows and no more', async () => {
    const args = ['pods', '--baseline', 'known.json'];
    const first = await lint(
      { 'pods/a.yaml': PDB, 'pods/pool.yaml': POOL },
      ...args,
      '--write-baseline',
    );
    expect(first.out).toBe('');
    expect(JSON.parse(first.host.files.get('known.json') ?? '')).toMatchObject({
      version: 1,
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'blocking-pdb', file: 'pods/a.yaml' }),
      ]),
    });
    const again = await lint(first.host, ...args, '--fail-on', 'note');
    expect(again).toMatchObject({ status: 0, rules: [] });
    expect(again.out).toMatch(/\d known to the baseline/);
    first.host.files.set('pods/b.yaml', PDB.replaceAll('ledger', 'other'));
    expect((await lint(first.host, ...args)).rules).toEqual(['blocking-pdb']);
  });

  it('says what of it is gone', async () => {
    const args = ['pods', '--baseline', 'known.json'];
    const { host } = await lint(
      { 'pods/a.yaml': PDB, 'pods/pool.yaml': POOL },
      ...args,
      '--write-baseline',
    );
    host.files.set('pods/a.yaml', PDB.replace('maxUnavailable: 0', 'maxUnavailable: 1'));
    const { rules, out } = await lint(host, ...args);
    expect(rules).toEqual(['unused-suppression']);
    expect(out).toContain('known.json:');
  });

  it('that is not there is an error, not an empty one', async () => {
    const { status, rules } = await lint(
      { 'pdb.yaml': PDB },
      'pdb.yaml',
      '--baseline',
      'gone.json',
    );
    expect(rules).toContain('unreadable-file');
    expect(status).toBe(1);
  });
});

describe('fixes', () => {
  it('mend the indent guides of a file, and nothing else in it', async () => {
    const { host, rules } = await lint({ 'edge.yaml': FENCED }, 'edge.yaml', '--fix');
    expect(rules).not.toContain('suspicious-character');
    expect(host.stderr()).toContain('3 fixed in 1 file');
    const mended = host.files.get('edge.yaml') ?? '';
    expect(mended).toBe(FENCED.replaceAll('⦙', ' ').replace(/^~\n/m, ''));
    const again = await lint(host, 'edge.yaml', '--fix');
    expect(again.host.stderr()).toContain('0 fixed in 0 files');
    expect(again.host.files.get('edge.yaml')).toBe(mended);
  });

  it('that want review are made only where all are asked for', async () => {
    const pool = readFileSync('test/rules/unknown-field/fails/pools.yaml', 'utf8');
    const args = ['pool.yaml', '--assume', 'karpenter=1.8.1'];
    const safe = await lint({ 'pool.yaml': pool }, ...args, '--fix=safe');
    expect(safe.host.files.get('pool.yaml')).toBe(pool);
    const all = await lint({ 'pool.yaml': pool }, ...args, '--fix=all');
    expect(all.host.files.get('pool.yaml')).toContain('terminationGracePeriod: 1h');
    expect(all.rules).not.toContain('unknown-field');
  });

  it('do not touch standard input', async () => {
    const { host } = await lint({ '-': FENCED }, '-', '--fix');
    expect(host.files.get('-')).toBe(FENCED);
  });
});
