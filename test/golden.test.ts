/** Every policy in policies/: what it compiles to, byte for byte, that it lints clean, and that it is proved. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../src/commands/program.js';
import { memoryHost } from './support/memory-host.js';

const names = readdirSync('policies').filter((name) => name.endsWith('.yaml'));
const policies = Object.fromEntries(
  names.map((name) => [`policies/${name}`, readFileSync(`policies/${name}`, 'utf8')]),
);

const TARGETS = ['addons', 'inputs', 'manifests', 'module', 'stack'] as const;

describe.each(names)('policies/%s', (name) => {
  const file = `policies/${name}`;

  describe.each(TARGETS)('for %s', (target) => {
    const compile = async () => {
      const host = memoryHost(policies);
      const status = await run(host, ['compile', file, '--target', target, '--out', 'out']);
      const written = [...host.files].filter(([path]) => path.startsWith('out/'));
      return { host, status, written };
    };

    it('compiles to its golden files, and they are proved', async () => {
      const { host, status, written } = await compile();
      expect(status, host.stderr()).toBe(0);
      expect(host.stdout()).toContain('proved: 1 stack');
      expect(written.length).toBeGreaterThan(0);
      for (const [path, text] of written)
        await expect(text).toMatchFileSnapshot(`golden/${target}/${path.slice('out/'.length)}`);
    });

    it('writes no absolute path and no place of this machine', async () => {
      const { written } = await compile();
      for (const [, text] of written)
        expect(text).not.toMatch(/\/home\/|\/root\/|\/work\/|\/tmp\//);
    });
  });

  it('lints without an error or a warning', async () => {
    const host = memoryHost(policies);
    expect(await run(host, ['lint', file, '--fail-on', 'warning']), host.stdout()).toBe(0);
  });

  it('is proved', async () => {
    const host = memoryHost(policies);
    expect(await run(host, ['prove', file, '--format', 'json'])).toBe(0);
    const proof = JSON.parse(host.stdout());
    expect(proof.verdict).toBe('proved');
    expect(proof.configurations[0].pools.length).toBeGreaterThan(1);
  });
});

describe('compile', () => {
  it('gives the same bytes again, for one policy and among others', async () => {
    const alone = memoryHost(policies);
    await run(alone, ['compile', 'policies/mixed-fleet.yaml', '--out', 'out']);
    const together = memoryHost(policies);
    await run(together, ['compile', 'policies', '--out', 'elsewhere/deep']);
    const again = memoryHost(policies);
    await run(again, ['compile', 'policies', '--out', 'elsewhere/deep']);
    const root = 'mixed-fleet/cdk.tf.json';
    expect(together.files.get(`elsewhere/deep/${root}`)).toBe(alone.files.get(`out/${root}`));
    expect(again.files).toEqual(together.files);
  });

  it('--check is silent on what was just written and loud on what was changed', async () => {
    const host = memoryHost(policies);
    await run(host, ['compile', 'policies', '--out', 'out']);
    expect(await run(host, ['compile', 'policies', '--out', 'out', '--check'])).toBe(0);
    host.files.set('out/orders/cdk.tf.json', '{}');
    expect(await run(host, ['compile', 'policies', '--out', 'out', '--check'])).toBe(1);
    expect(host.stdout()).toContain('out/orders/cdk.tf.json is not up to date');
    expect(host.files.get('out/orders/cdk.tf.json')).toBe('{}');
  });

  it('two policies of one name would write one stack, and write none', async () => {
    const text = policies['policies/orders-1-29.yaml'] ?? '';
    const host = memoryHost({ 'a.yaml': text, 'b.yaml': text });
    expect(await run(host, ['compile', 'a.yaml', 'b.yaml', '--out', 'out'])).toBe(1);
    expect(host.stderr()).toContain('two policies are called "orders-1-29"');
    expect([...host.files.keys()]).toEqual(['a.yaml', 'b.yaml']);
  });
});
