/** examples/: each repo before and after, judged, built from its policy, and adopted again. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { type MemoryHost, memoryHost } from '../support/memory-host.js';
import { roundTrips } from '../support/round-trip.js';

const under = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((file) => statSync(file).isFile())
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );

interface Example {
  readonly name: string;
  readonly target: 'inputs' | 'module';
  /** What is wrong before: rules, with the pool or setting that they name. */
  readonly wrong: readonly (readonly [rule: string, says: RegExp])[];
}

const EXAMPLES: readonly Example[] = [
  {
    name: 'blueprints',
    target: 'inputs',
    wrong: [
      ['unhandled-event', /"batch" for spot-interruption and asg-termination/],
      ['late-managed-tag', /instances of "batch" that were launched after/],
      ['missing-permission', /iam:ListInstanceProfiles/],
    ],
  },
  {
    name: 'eks-karpenter',
    target: 'module',
    wrong: [
      ['duplicate-handler', /"nth" and "karpenter" both act on nodes of "query"/],
      ['redundant-handler', /"nth" drains nodes of "ingest"/],
      ['ineffective-setting', /"enableSpotInterruptionDraining" changes nothing/],
    ],
  },
];

interface Said {
  readonly rule: string;
  readonly message: string;
  readonly severity: string;
}

async function linted(host: MemoryHost, path: string): Promise<readonly Said[]> {
  await run(host, ['lint', path, '--format', 'json']);
  return JSON.parse(host.stdout()).findings;
}

describe.each(EXAMPLES)('examples/$name', ({ name, target, wrong }) => {
  const folder = `examples/${name}`;
  const files = under(folder);

  it('is refuted before, and says what is wrong', async () => {
    expect(await run(memoryHost(files), ['prove', `${folder}/before`])).toBe(1);
    const findings = await linted(memoryHost(files), `${folder}/before`);
    for (const [rule, says] of wrong)
      expect(findings).toContainEqual(
        expect.objectContaining({ rule, message: expect.stringMatching(says) }),
      );
  });

  it('is proved after, and nothing worse than a note is left', async () => {
    const host = memoryHost(files);
    expect(await run(host, ['prove', `${folder}/after`]), host.stdout()).toBe(0);
    const findings = await linted(memoryHost(files), `${folder}/after`);
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it('holds what its policy compiles to, byte for byte', async () => {
    const host = memoryHost({ [`${folder}/policy.yaml`]: files[`${folder}/policy.yaml`] ?? '' });
    await run(host, ['compile', `${folder}/policy.yaml`, '--target', target, '--out', 'out']);
    const made = [...host.files].filter(([path]) => path.startsWith('out/'));
    const kept = Object.keys(files).filter((file) => file.startsWith(`${folder}/after/interlock/`));
    // Without variables in its root, a repo has no use for values of variables.
    const wanted = made.filter(([path]) => !path.endsWith('interlock.auto.tfvars.json'));
    for (const [path, text] of wanted) {
      const inside = path.split('/').slice(2).join('/');
      await expect(text).toMatchFileSnapshot(`../../${folder}/after/interlock/${inside}`);
    }
    expect(kept.length).toBe(wanted.length);
  });

  it('takes every value of the policy', async () => {
    if (target !== 'inputs') return;
    const host = memoryHost(files);
    const line = ['compile', `${folder}/policy.yaml`, '--target', target, '--check'];
    expect(await run(host, [...line, '--into', `${folder}/after`]), host.stdout()).toBe(0);
  });

  it.each(['before', 'after'])('keeps its owners when it is adopted: %s', async (side) => {
    const own = Object.fromEntries(
      Object.entries(files).filter(([file]) => file.startsWith(`${folder}/${side}/`)),
    );
    const [trip, second] = await roundTrips(memoryHost(own), [`${folder}/${side}`]);
    expect(second).toBeUndefined();
    expect(trip).toMatchObject({ changes: [], problems: [] });
    expect(trip?.compared).toBeGreaterThan(8);
  });
});
