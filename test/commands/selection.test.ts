/** Fleets: parts for several machines, and only what has changed. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

const base = readFileSync('policies/orders-1-29.yaml', 'utf8');
const top = (name: string): string =>
  `apiVersion: interlock/v1\nkind: InterruptionPolicy\nmetadata: { name: ${name} }\nextends: [base.yaml]\ncluster: { name: ${name} }\n`;
const alone = (name: string): string =>
  readFileSync('policies/spot-fleet.yaml', 'utf8').replaceAll('spot-fleet', name);
const root = (name: string): string =>
  `resource "aws_sqs_queue" "q" {\n  name = "${name}"\n}\nresource "helm_release" "nth" {\n  name = "nth"\n  chart = "aws-node-termination-handler"\n}\n`;

const FILES: Readonly<Record<string, string>> = {
  'fleet/base.yaml': base,
  'fleet/a.yaml': top('a'),
  'fleet/b.yaml': top('b'),
  'fleet/c.yaml': alone('c'),
  'infra/x/main.tf': root('x'),
  'infra/y/main.tf': `${root('y')}module "m" {\n  source = "../m"\n}\n`,
  'infra/m/main.tf': 'variable "v" {\n  default = 1\n}\n',
};

/** Roots and files of what `prove` judged. */
async function judged(
  args: readonly string[],
  files = FILES,
  before: Readonly<Record<string, string>> = FILES,
): Promise<readonly string[]> {
  const host = memoryHost(files, { base: before });
  await run(host, ['prove', 'fleet', 'infra', '--format', 'json', ...args]);
  if (host.stdout() === '') return [host.stderr().trim()];
  return JSON.parse(host.stdout())
    .configurations.map(({ root: of }: { root: string }) => of)
    .sort();
}

const ALL = [
  'fleet/a.yaml',
  'fleet/b.yaml',
  'fleet/base.yaml',
  'fleet/c.yaml',
  'infra/x',
  'infra/y',
];

describe('--shard', () => {
  it.each([1, 2, 3, 5, 9])('gives everything to exactly one of %i', async (count) => {
    const parts = await Promise.all(
      Array.from({ length: count }, (_, i) => judged(['--shard', `${i + 1}/${count}`])),
    );
    const all = parts.flat().filter((one) => !one.startsWith('nothing of what'));
    expect(all.sort()).toEqual(ALL);
  });

  it.each(['0/3', '4/3', '1', 'a/b', '1/0', '-1/2'])('refuses %s', async (part) => {
    const host = memoryHost(FILES);
    expect(await run(host, ['lint', 'fleet', '--shard', part])).toBe(2);
    expect(host.stderr()).toMatch(/2\/5/);
  });
});

describe('--changed-since', () => {
  const changed = (change: Readonly<Record<string, string | undefined>>) => {
    const files = Object.fromEntries(
      Object.entries({ ...FILES, ...change }).filter(([, text]) => text !== undefined),
    ) as Record<string, string>;
    return judged(['--changed-since', 'base'], files);
  };

  it('judges nothing, and is clean, where nothing has changed', async () => {
    expect(await changed({})).toEqual(['nothing of what was given is to be judged here']);
    const host = memoryHost(FILES, { base: FILES });
    expect(await run(host, ['lint', 'fleet', '--changed-since', 'base'])).toBe(0);
  });

  it('judges a policy that changed alone', async () => {
    expect(await changed({ 'fleet/c.yaml': `${FILES['fleet/c.yaml']}# more\n` })).toEqual([
      'fleet/c.yaml',
    ]);
  });

  it('judges all that extend what changed', async () => {
    expect(await changed({ 'fleet/base.yaml': `${base}# more\n` })).toEqual([
      'fleet/a.yaml',
      'fleet/b.yaml',
      'fleet/base.yaml',
    ]);
  });

  it('judges a root whose module changed', async () => {
    expect(await changed({ 'infra/m/main.tf': 'variable "v" {\n  default = 2\n}\n' })).toEqual([
      'infra/y',
    ]);
  });

  it('judges a root that is new, and one that lost a file', async () => {
    expect(await changed({ 'infra/z/main.tf': root('z') })).toEqual(['infra/z']);
    const before = { ...FILES, 'infra/x/more.tf': root('w') };
    expect(await judged(['--changed-since', 'base'], FILES, before)).toEqual(['infra/x']);
  });

  it('says which revision it does not know', async () => {
    const host = memoryHost(FILES, { base: FILES });
    expect(await run(host, ['lint', 'fleet', '--changed-since', 'nowhere'])).toBe(3);
    expect(host.stderr()).toBe('--changed-since nowhere: git knows no such revision\n');
  });

  it('goes with no baseline that is of everything', async () => {
    const host = memoryHost(FILES, { base: FILES });
    const args = ['lint', 'fleet', '--changed-since', 'base', '--write-baseline'];
    expect(await run(host, args)).toBe(2);
    expect(host.stderr()).toMatch(/a baseline is of everything/);
  });
});
