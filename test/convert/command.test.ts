/** `interlock convert` from its arguments to what it writes, in process. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { type MemoryHost, memoryHost } from '../support/memory-host.js';

const data = (name: string): string => readFileSync(`test/convert/data/${name}`, 'utf8');
const OLD = data('provisioner.yaml');
const NEW = data('provisioner.v1.yaml');
const V1 = readFileSync('test/manifests/data/seed-v1.yaml', 'utf8');

async function convert(
  files: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ readonly host: MemoryHost; readonly status: number }> {
  const host = memoryHost(files);
  const status = await run(host, ['convert', ...args]);
  return { host, status };
}

describe('interlock convert', () => {
  it('writes the result to standard output and what it has to say to standard error', async () => {
    const { host, status } = await convert({ 'old.yaml': OLD }, 'old.yaml');
    expect(host.stdout()).toBe(NEW);
    expect(host.stderr()).toContain('[changed-behaviour]');
    expect(host.stderr()).toMatch(/1 error, 3 warnings, \d+ notes/);
    expect(status).toBe(1);
  });

  it('is silent over a file of v1, which comes back byte for byte', async () => {
    const { host, status } = await convert({ 'new.yaml': V1 }, 'new.yaml');
    expect(host.stdout()).toBe(V1);
    expect(host.stderr()).toBe('');
    expect(status).toBe(0);
  });

  it('changes files in their places, and only those that change', async () => {
    const files = { 'a/old.yaml': OLD, 'a/new.yaml': V1, 'a/main.tf': '# not a manifest\n' };
    const { host } = await convert(files, 'a', '--write');
    expect(host.files.get('a/old.yaml')).toBe(NEW);
    expect(host.files.get('a/new.yaml')).toBe(V1);
    expect(host.stdout()).toBe('');
    const again = await convert(Object.fromEntries(host.files), 'a', '--write');
    expect(Object.fromEntries(again.host.files)).toEqual(Object.fromEntries(host.files));
  });

  it('writes to a folder, and never out of it', async () => {
    const { host } = await convert({ '../old.yaml': OLD }, '../old.yaml', '--out', 'out');
    expect(host.files.get('out/old.yaml')).toBe(NEW);
  });

  it('gives JSON with texts and findings', async () => {
    const { host } = await convert({ 'old.yaml': OLD }, 'old.yaml', '--format', 'json');
    const result = JSON.parse(host.stdout());
    expect(result).toMatchObject({
      version: 1,
      files: [{ file: 'old.yaml', changed: true, text: NEW }],
    });
    expect(result.findings[0]).toMatchObject({ file: 'old.yaml', severity: expect.any(String) });
  });

  it('makes one stream of several files', async () => {
    const { host } = await convert({ 'a.yaml': OLD, 'b.yaml': V1 }, 'a.yaml', 'b.yaml');
    expect(host.stdout()).toBe(`${NEW}---\n${V1}`);
  });

  it('makes a policy that compiles once its open line is filled in', async () => {
    const { host, status } = await convert({ 'old.yaml': OLD }, 'old.yaml', '--to', 'policy');
    expect(status).toBe(1);
    expect(host.stderr()).not.toContain('role');
    const policy = host.stdout();
    expect(policy).toContain('kubernetesVersion: VERSION # fill in');
    const filled = policy.replace('VERSION # fill in', '"1.31"');
    const linted = memoryHost({ 'policy.yaml': filled });
    expect(await run(linted, ['lint', 'policy.yaml'])).toBe(0);
    expect(linted.stdout()).not.toMatch(/: (?:error|warning): /);
  });

  it('says what it could not read, and leaves it as it is', async () => {
    const template = 'kind: NodePool\nname: {{ .Values.name }}\n';
    const broken = 'a: [\n';
    const { host, status } = await convert(
      { 't.yaml': template, 'b.yaml': broken, 'x.yaml': '' },
      't.yaml',
      'b.yaml',
      'gone.yaml',
    );
    expect(host.stdout()).toBe(`${template}---\n${broken}`);
    expect(host.stderr()).toContain('a Helm template');
    expect(host.stderr()).toContain('it does not exist');
    expect(status).toBe(1);
  });

  it('fails on less where it is told to', async () => {
    const beta = readFileSync('test/manifests/data/seed-v1beta1.yaml', 'utf8');
    const files = { 'beta.yaml': beta };
    expect((await convert(files, 'beta.yaml')).status).toBe(0);
    expect((await convert(files, 'beta.yaml', '--fail-on', 'note')).status).toBe(1);
  });
});
