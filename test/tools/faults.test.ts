/** Every command that writes, on a disk that fails at each step in turn: what was there stays whole, and it says so. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import type { Machine } from '../../src/host/disk.js';
import { nodeHost } from '../../src/host/node.js';
import { failingMachine, quickMachine } from '../support/failing-disk.js';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'interlock-commands-'));
  fs.mkdirSync(join(folder, 'in'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const at = (...names: readonly string[]): string => join(folder, ...names);

/** A snapshot of everything that a command may have written, without what a failure leaves to be swept. */
const content = (): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.\d+\.(?:tmp|old)$|^\.interlock-/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(folder.length), fs.readFileSync(file, 'utf8')]),
  );

async function ran(machine: Machine, args: readonly string[]) {
  const said: string[] = [];
  const host = { ...nodeHost({}, false, machine), out: () => undefined };
  const status = await run({ ...host, err: (text) => void said.push(text) }, args);
  return { status, said: said.join('') };
}

const POLICY = 'policies/spot-fleet.yaml';
const V1BETA1 = `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: { name: general }
spec:
  template:
    spec:
      nodeClassRef: { name: general }
      requirements: []
`;

interface Case {
  readonly name: string;
  readonly prepare: () => void;
  readonly args: () => readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'compile',
    prepare: () => fs.copyFileSync(POLICY, at('in', 'policy.yaml')),
    args: () => ['compile', at('in', 'policy.yaml'), '--out', at('out')],
  },
  {
    name: 'compile --target module',
    prepare: () => fs.copyFileSync(POLICY, at('in', 'policy.yaml')),
    args: () => ['compile', at('in', 'policy.yaml'), '--target', 'module', '--out', at('out')],
  },
  {
    name: 'adopt --out',
    prepare: () => fs.cpSync('examples/blueprints/before', at('in'), { recursive: true }),
    args: () => ['adopt', at('in'), '--out', at('out')],
  },
  {
    name: 'convert --write',
    prepare: () => fs.writeFileSync(at('in', 'pool.yaml'), V1BETA1),
    args: () => ['convert', at('in', 'pool.yaml'), '--write'],
  },
  {
    name: 'lint --fix',
    prepare: () =>
      fs.writeFileSync(
        at('in', 'pool.yaml'),
        V1BETA1.replace('{ name: general }', '{ name:\u00a0general }'),
      ),
    args: () => ['lint', at('in'), '--fix'],
  },
  {
    name: 'lint --write-baseline',
    prepare: () => fs.cpSync('examples/blueprints/before', at('in'), { recursive: true }),
    args: () => ['lint', at('in'), '--write-baseline', '--baseline', at('baseline.json')],
  },
  {
    name: 'lint --format',
    prepare: () => fs.copyFileSync(POLICY, at('in', 'policy.yaml')),
    args: () => [
      'lint',
      at('in'),
      '--format',
      `sarif=${at('a.sarif')}`,
      '--format',
      `html=${at('a.html')}`,
    ],
  },
  {
    name: 'prove --write-lock',
    prepare: () => fs.copyFileSync(POLICY, at('in', 'policy.yaml')),
    args: () => ['prove', at('in', 'policy.yaml'), `--write-lock=${at('lock.json')}`],
  },
  {
    name: 'migrate --out',
    prepare: () => {
      fs.copyFileSync('policies/orders-1-29.yaml', at('in', 'orders-1-29.yaml'));
      fs.copyFileSync('policies/orders.yaml', at('in', 'orders.yaml'));
    },
    args: () => [
      'migrate',
      at('in', 'orders-1-29.yaml'),
      at('in', 'orders.yaml'),
      '--out',
      at('out'),
    ],
  },
];

/** Steps of a long command are alike: these are spread over all of them. */
const MOST = 24;
const spread = (steps: number): readonly number[] =>
  steps <= MOST
    ? Array.from({ length: steps }, (_, i) => i)
    : Array.from({ length: MOST }, (_, i) => Math.floor((i * steps) / MOST));

describe.each(CASES)('$name', { timeout: 60_000 }, ({ prepare, args }) => {
  it('leaves what was there, or writes it all', async () => {
    prepare();
    const old = content();
    const counting = failingMachine(-1, 'ENOSPC', process.pid);
    await ran(counting, args());
    const written = content();
    expect(written).not.toEqual(old);
    const steps = counting.steps();
    expect(steps).toBeGreaterThan(0);
    for (const step of spread(steps)) {
      fs.rmSync(folder, { recursive: true });
      fs.mkdirSync(at('in'), { recursive: true });
      prepare();
      const { status, said } = await ran(
        failingMachine(step, step % 2 === 0 ? 'ENOSPC' : 'EACCES', process.pid),
        args(),
      );
      const now = content();
      expect([old, written], `step ${step}`).toContainEqual(now);
      if (JSON.stringify(now) === JSON.stringify(old)) {
        expect(status, `step ${step}: ${said}`).toBe(3);
        expect(said).toMatch(/no space is left on the device|permission denied/);
      }
      expect(said).not.toMatch(/\n\s+at /);
    }
    await ran(quickMachine(), args());
    expect(content()).toEqual(written);
  });
});
