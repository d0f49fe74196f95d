/** However a configuration is written, it is judged alike. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HclParser } from '../../src/terraform/hcl/parser.js';
import { type Files, type ProvedCluster, proveFiles } from '../support/roots.js';
import {
  asJson,
  blocksOf,
  inModule,
  moved,
  reformatted,
  renamed,
  WAYS,
} from '../support/terraform-edits.js';
import { loadParser } from '../terraform/support.js';

const read = (name: string): string => readFileSync(`test/pipeline/roots/${name}`, 'utf8');

const ROOTS: Readonly<Record<string, { text: string; more: Files }>> = {
  'both add-ons': { text: read('both-add-ons/input.tf'), more: {} },
  'raw resources': {
    text: readFileSync('test/terraform/plan/fixtures/raw/main.tf', 'utf8'),
    more: {},
  },
  'a rule for rebalance only': {
    text: read('rebalance-only/input.tf'),
    more: { 'nodepool.yaml': read('rebalance-only/nodepool.yaml') },
  },
  'self-managed groups': { text: read('self-managed-and-nth/input.tf'), more: {} },
};
const NAMES = Object.keys(ROOTS);

type Judged = readonly Pick<ProvedCluster, 'verdict' | 'pools' | 'capacity' | 'presence'>[];

/** What does not hang on names of blocks and files. */
async function judged(files: Files): Promise<Judged> {
  const { clusters, output } = await proveFiles(files, { paths: ['.'] });
  if (clusters.length === 0) throw new Error(`nothing was judged: ${output}`);
  return clusters.map(({ verdict, pools, capacity, presence }) => ({
    verdict,
    pools,
    capacity,
    presence,
  }));
}

let parser: HclParser;
const before = new Map<string, Judged>();
beforeAll(async () => {
  parser = await loadParser();
  for (const [name, { text, more }] of Object.entries(ROOTS))
    before.set(name, await judged({ ...more, 'main.tf': text }));
});

const same = async (name: string, files: Files): Promise<void> => {
  expect(await judged({ ...ROOTS[name]?.more, ...files })).toEqual(before.get(name));
};

const root = (name: string): string => ROOTS[name]?.text ?? '';
const identifier = fc.stringMatching(/^[a-z][a-z0-9_]{3,11}$/);

describe('judged alike', () => {
  it('are proved, all of them', () => {
    for (const found of before.values())
      expect(found.map(({ verdict }) => verdict)).toEqual(['proved']);
  });

  for (const way of Object.keys(WAYS))
    it(`with every literal as a ${way}`, async () => {
      for (const name of NAMES)
        await same(
          name,
          moved(parser, root(name), () => way),
        );
    });

  it('with each literal in another way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NAMES),
        fc.infiniteStream(fc.constantFrom(...Object.keys(WAYS))),
        async (name, ways) => {
          await same(
            name,
            moved(parser, root(name), () => ways.next().value ?? 'inline'),
          );
        },
      ),
      { seed: 11, numRuns: 25 },
    );
  });

  it('with other names', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NAMES),
        fc.uniqueArray(identifier, { minLength: 40, maxLength: 40 }),
        async (name, fresh) => {
          await same(name, { 'main.tf': renamed(parser, root(name), (i) => `x${fresh[i]}`) });
        },
      ),
      { seed: 12, numRuns: 15 },
    );
  });

  it('in another order, in other files', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NAMES),
        fc.infiniteStream(fc.nat()),
        async (name, keys) => {
          const blocks = blocksOf(root(name))
            .map((block) => ({ block, key: keys.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key);
          const files: Record<string, string> = {};
          for (const { block, key } of blocks) {
            const file = `f${key % 3}.tf`;
            files[file] = `${files[file] ?? ''}\n${block}`;
          }
          await same(name, files);
        },
      ),
      { seed: 13, numRuns: 15 },
    );
  });

  for (let kind = 0; kind < 7; kind++)
    it(`with other space and comments (${kind})`, async () => {
      for (const name of NAMES) await same(name, { 'main.tf': reformatted(root(name), kind) });
    });

  it('as JSON', async () => {
    for (const name of NAMES) await same(name, { 'main.tf.json': asJson(parser, root(name)) });
  });

  it('in a module that is called', async () => {
    for (const name of NAMES) await same(name, inModule(root(name), false));
  });

  it('in a module that is called for each of one', async () => {
    for (const name of NAMES) await same(name, inModule(root(name), true));
  });
});
