/**
 * `npx cdktf synth` in a checkout and `interlock compile` write the same bytes,
 * wherever the checkout lies and wherever the command is started, and nothing
 * of those places is in what they write.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '../support/terraform/process.js';
import { goldenStacks, type Stack, stacksIn } from '../support/terraform/stacks.js';
import { copyTree } from '../support/tree.js';

describe('a copy of the working tree', () => {
  let scratch: string;
  let tree: string;
  let synthesised: readonly Stack[];

  beforeAll(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), 'interlock-cdktf-'));
    tree = copyTree('.', path.join(scratch, 'tree'));
    synthesised = await synth(tree);
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it('gives a stack for each golden', () => {
    expect(synthesised.map(({ name }) => name)).toEqual(goldenStacks().map(({ name }) => name));
  });

  it('gives the bytes of interlock compile', async () => {
    expect(await compile(tree, tree)).toEqual(synthesised);
  });

  it('gives them from another folder as well', async () => {
    const elsewhere = path.join(scratch, 'one', 'two', 'three');
    mkdirSync(elsewhere, { recursive: true });
    expect(await compile(tree, elsewhere)).toEqual(synthesised);
  });

  it('gives them in another place and on a second run', async () => {
    const other = copyTree(tree, path.join(scratch, 'a', 'longer', 'way', 'to', 'the tree'));
    expect(await synth(other)).toEqual(synthesised);
    expect(await synth(other)).toEqual(synthesised);
  });

  it('writes nothing of the places it lies in', () => {
    const places = [scratch, tmpdir(), process.cwd(), process.env.HOME].filter(
      (place): place is string => place !== undefined && place !== '/',
    );
    for (const { files } of synthesised)
      for (const text of files.values())
        for (const place of places) expect(text).not.toContain(`${place}/`);
  });
});

async function synth(tree: string): Promise<readonly Stack[]> {
  // The command keeps a file about its user in the home folder.
  const env = { ...process.env, CHECKPOINT_DISABLE: '1', HOME: path.join(tree, '..') };
  await succeed('npx', ['--no-install', 'cdktf', 'synth'], { cwd: tree, env });
  return stacksIn(path.join(tree, 'cdktf.out', 'stacks'));
}

/** The built command of a tree on the policies of the tree, started somewhere. */
async function compile(tree: string, cwd: string): Promise<readonly Stack[]> {
  const out = mkdtempSync(path.join(cwd, 'out-'));
  const at = (file: string): string => path.relative(cwd, path.join(tree, file));
  const args = [at('dist/cli.js'), 'compile', at('policies'), '--out', path.basename(out)];
  await succeed(process.execPath, args, { cwd });
  return stacksIn(out);
}
