/** What policies only extend: judged as a part of each, and by itself only where somebody names it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

const BASE = readFileSync('policies/orders-1-29.yaml', 'utf8').replace(/^metadata: .*\n/m, '');
const top = (name: string): string =>
  `apiVersion: interlock/v1\nkind: InterruptionPolicy\nmetadata: { name: ${name} }\nextends: [base.yaml]\ncluster: { name: ${name} }\n`;
const FLEET = { 'fleet/base.yaml': BASE, 'fleet/a.yaml': top('a'), 'fleet/b.yaml': top('b') };

async function said(args: readonly string[], files: Readonly<Record<string, string>> = FLEET) {
  const host = memoryHost(files);
  const status = await run(host, args);
  return { status, text: `${host.stdout()}${host.stderr()}`, files: [...host.files.keys()] };
}

describe('a base without an identity', () => {
  it('is no policy where its folder is given, in whatever part', async () => {
    expect(BASE).not.toContain('metadata');
    const { status, text } = await said(['lint', 'fleet']);
    expect(status).toBe(0);
    expect(text).toContain('in 2 policies');
    for (const part of ['1/2', '2/2'])
      expect((await said(['lint', 'fleet', '--shard', part])).text).toContain('in 1 policy');
    const compiled = await said(['compile', 'fleet', '--out', 'out']);
    expect(compiled.files.filter((file) => /^out\/.*cdk\.tf\.json$/.test(file)).sort()).toEqual([
      'out/a/cdk.tf.json',
      'out/b/cdk.tf.json',
    ]);
  });

  it('is one where it is named, or where nobody extends it', async () => {
    const named = await said(['lint', 'fleet/base.yaml', 'fleet/a.yaml']);
    expect(named.text).toContain('"metadata" is missing');
    const { 'fleet/base.yaml': base } = FLEET;
    const alone = await said(['lint', 'fleet'], {
      'fleet/base.yaml': base,
      'fleet/c.yaml': readFileSync('policies/spot-fleet.yaml', 'utf8'),
    });
    expect(alone.text).toContain('"metadata" is missing');
  });

  it('says once what is wrong with it, and nobody misses what could not be read', async () => {
    const { status, text } = await said(['lint', 'fleet'], {
      ...FLEET,
      'fleet/base.yaml': BASE.replace('capacity:', 'capacity: ]'),
    });
    expect(status).toBe(1);
    const places = text.match(/^\S+: error/gm) ?? [];
    expect(places.length).toBeGreaterThan(0);
    expect(places.every((place) => place.startsWith('fleet/base.yaml:'))).toBe(true);
    expect(new Set(places).size).toBe(places.length);
    expect(text).not.toContain('missing');
  });
});

describe('a base with an identity', () => {
  it('is a policy too, in YAML and in JSON', async () => {
    const json = JSON.stringify(
      {
        apiVersion: 'interlock/v1',
        kind: 'InterruptionPolicy',
        metadata: { name: 'base' },
        cluster: { name: 'base', region: 'eu-west-1', kubernetesVersion: '1.33' },
        versions: { addons: '1.24.3' },
        capacity: [{ name: 'system', kind: 'ManagedNodeGroup', mix: { onDemand: 100 } }],
        interruption: { owner: { ManagedNodeGroup: 'eks' } },
      },
      null,
      2,
    );
    const { text } = await said(['prove', 'fleet'], {
      'fleet/base.json': json,
      'fleet/a.yaml': top('a').replace('base.yaml', 'base.json'),
    });
    expect(text).toContain('fleet/base.json: proved for cluster base');
    expect(text).toContain('fleet/a.yaml: proved for cluster a');
  });
});
