/** What people have, as far as the fixtures of the rules show it: the model and the trace agree on every (pool, event) of it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { proveConfigurations } from '../../src/commands/configurations.js';
import { gather } from '../../src/commands/inputs.js';
import { compareSystem, differencesIn } from '../support/agreement.js';
import { memoryHost } from '../support/memory-host.js';

const ROOT = process.env.ROOTS ?? 'test/rules';
const isInput = (name: string): boolean => /\.(tf|tofu|json|tfvars|ya?ml)$/.test(name);

const folders = readdirSync(ROOT).filter((name) => statSync(`${ROOT}/${name}`).isDirectory());
const fixtures = folders.flatMap((folder) =>
  readdirSync(`${ROOT}/${folder}`).flatMap((name) => {
    const path = `${ROOT}/${folder}/${name}`;
    if (!statSync(path).isDirectory()) return isInput(name) ? [{ path, files: [path] }] : [];
    return [
      {
        path,
        files: readdirSync(path)
          .filter(isInput)
          .map((file) => `${path}/${file}`),
      },
    ];
  }),
);

describe('the model and the trace', () => {
  it('agree on the roots, plans and manifests of every fixture', async () => {
    const wrong: string[] = [];
    let points = 0;
    for (const { path, files } of fixtures) {
      const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
      const host = memoryHost(Object.fromEntries(texts));
      const { configurations } = gather(host, files);
      const roots = await proveConfigurations(host, configurations, { strict: false, assume: {} });
      for (const { system } of roots.flatMap(({ worlds }) => worlds)) {
        const compared = compareSystem(system);
        points += compared.length;
        wrong.push(...differencesIn(compared).map((text) => `${path}: ${text}`));
      }
    }
    expect(wrong).toEqual([]);
    expect(points).toBeGreaterThan(1000);
  });
});
