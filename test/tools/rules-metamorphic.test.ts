/** However a text is written, the rules say the same of it: the fixtures of rules, in other words. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import type { HclParser } from '../../src/terraform/hcl/parser.js';
import { memoryHost } from '../support/memory-host.js';
import type { Files } from '../support/roots.js';
import {
  asJson,
  blocksOf,
  inModule,
  moved,
  reformatted,
  renamed,
} from '../support/terraform-edits.js';
import { loadParser } from '../terraform/support.js';

const ROOT = 'test/rules';
const fixtures = readdirSync(ROOT).flatMap((id) =>
  readdirSync(`${ROOT}/${id}`)
    .filter((name) => /^fails.*\.tf$/.test(name))
    .map((name) => ({ id, path: `${ROOT}/${id}/${name}` })),
);

/** What is reported, without words that name blocks and places. */
async function reported(files: Files): Promise<readonly string[]> {
  const host = memoryHost(files);
  await run(host, ['lint', ...Object.keys(files), '--format', 'json']);
  const { findings } = JSON.parse(host.stdout()) as {
    findings: readonly { rule: string; severity: string }[];
  };
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ rule, severity }) => `${severity} ${rule}`)
    .sort();
}

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

interface Change {
  readonly name: string;
  readonly make: (text: string) => Files;
  /** Rules of what the change takes away. */
  readonly except?: readonly string[];
}

const CHANGES: readonly Change[] = [
  { name: 'with literals in variables', make: (text) => moved(parser, text, () => 'variable') },
  {
    name: 'with other names, in another order, with other space',
    make: (text) => {
      const named = renamed(parser, text, (i) => `other_${i}`);
      return { 'main.tf': reformatted([...blocksOf(named)].reverse().join('\n'), 3) };
    },
  },
  {
    name: 'as JSON',
    make: (text) => ({ 'main.tf.json': asJson(parser, text) }),
    // JSON has one form for blocks and arguments; defaults and aliases are no templates there.
    except: ['helm-set-syntax', 'empty-policy-statement', 'region-mismatch'],
  },
  {
    name: 'in a module',
    make: (text) => inModule(text, false),
    // Aliases of providers stay behind.
    except: ['region-mismatch'],
  },
];

describe.each(CHANGES)('$name', ({ make, except = [] }) => {
  it.each(fixtures.filter(({ id }) => !except.includes(id)))(
    '$path is judged alike',
    async ({ path }) => {
      const text = readFileSync(path, 'utf8');
      expect(await reported(make(text))).toEqual(await reported({ 'main.tf': text }));
    },
  );
});
