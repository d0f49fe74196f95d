/** Any bytes in any file: findings and an answer, never a throw, never a hang. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import type { Files } from '../support/roots.js';

const FOLDER = 'test/pipeline/roots';
const PLANS = 'test/terraform/plan/fixtures';

const inputs: readonly Files[] = [
  ...readdirSync(FOLDER).map((name) =>
    Object.fromEntries(
      readdirSync(`${FOLDER}/${name}`).map((file) => [
        file,
        readFileSync(`${FOLDER}/${name}/${file}`, 'utf8'),
      ]),
    ),
  ),
  { 'main.tf': readFileSync(`${PLANS}/raw/main.tf`, 'utf8') },
  { 'plan.json': readFileSync(`${PLANS}/modules/plan.json`, 'utf8') },
];

const MORE: Files = {
  'terraform.tfvars': 'region = "eu-west-1"\nnames = {\n  a = ["b"]\n}\nbig = <<EOT\nx\nEOT\n',
  'a.auto.tfvars.json': '{ "region": "eu-west-1", "names": { "a": [null, 1e3] } }',
  '.terraform.lock.hcl':
    'provider "registry.terraform.io/hashicorp/helm" {\n  version = "2.12.1"\n  hashes  = ["h1:x"]\n}\n',
  'interlock.yaml':
    'roots:\n  - path: .\n    manifests: { shop: [k8s] }\nassume: { karpenter: 1.2.0 }\n',
  'k8s/app.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: karpenter }
spec:
  source:
    repoURL: public.ecr.aws/karpenter
    chart: karpenter
    targetRevision: 1.2.1
    helm: { values: "settings: { clusterName: shop, interruptionQueue: shop }", parameters: [{ name: a.b, value: c }] }
`,
};

const PIECES = [
  '"',
  '${',
  '}',
  '{',
  '[',
  ']',
  '<<EOT\n',
  '#',
  '\\',
  '\n',
  '\r',
  '\u0000',
  '\uFEFF',
  '\uD83C',
  ':',
  '- ',
  '&a',
  '*a',
  '!!binary ',
  '%',
  '\t',
  'null',
  'true',
  '-1',
  '1e999',
  'module.x.y',
  'each.value',
  '["*"]',
  '---\n',
  '|-\n',
  '…',
];

interface Change {
  readonly file: number;
  readonly place: number;
  readonly remove: number;
  readonly copy: number;
  readonly piece: string;
}

const change = fc.record({
  file: fc.nat(),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 60 }),
  copy: fc.nat({ max: 80 }),
  piece: fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 4 })),
});

/** Cuts, copies from elsewhere, and pieces that break things, put into one of the files. */
function broken(files: Files, changes: readonly Change[]): Files {
  const result: Record<string, string> = { ...files };
  const names = Object.keys(files);
  for (const { file, place, remove, copy, piece } of changes) {
    const name = names[file % names.length] ?? '';
    const text = result[name] ?? '';
    const at = Math.floor(place * text.length);
    const from = (at * 7) % (text.length || 1);
    result[name] =
      text.slice(0, at) + piece + text.slice(from, from + copy) + text.slice(at + remove);
  }
  return result;
}

const MOST = 10_000;

async function answered(files: Files, paths: readonly string[]): Promise<void> {
  for (const command of ['lint', 'prove']) {
    const host = memoryHost(files);
    const begin = performance.now();
    const status = await run(host, [command, ...paths, '--format', 'json']);
    expect(performance.now() - begin).toBeLessThan(MOST);
    expect([0, 1]).toContain(status);
    expect(() => JSON.parse(host.stdout())).not.toThrow();
    expect(host.stderr()).toBe('');
  }
}

describe('an answer', () => {
  it('is given to files that are broken anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...inputs),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (files, changes, asFolder) => {
          const all = broken({ ...files, ...MORE }, changes);
          await answered(all, asFolder ? ['.'] : Object.keys(all));
        },
      ),
      { seed: 21, numRuns: 60 },
    );
  }, 120_000);

  it('is given to any bytes in files of any name', async () => {
    const names = [
      'main.tf',
      'main.tf.json',
      'a.tfvars',
      'a.tfvars.json',
      'plan.json',
      'pool.yaml',
      'values.yaml',
      '.terraform.lock.hcl',
      '-',
      'notes.txt',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.string({ unit: 'binary' }),
        async (name, text) => {
          await answered({ [name]: text }, [name]);
        },
      ),
      { seed: 22, numRuns: 70 },
    );
  }, 120_000);
});
