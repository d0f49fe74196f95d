/** Every example in the docs runs, and prints what the page says that it prints. `npm run docs` writes the outputs. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refresh } from './support/doc-examples.js';
import { docPages, refreshPage } from './support/doc-pages.js';

const pages = docPages();
const memo = new Map();

describe.each(pages)('%s', (path) => {
  it('shows what its commands print', async () => {
    const { text, problems } = await refreshPage(path, memo);
    expect(problems).toEqual([]);
    expect(text).toBe(readFileSync(path, 'utf8'));
  });

  it('links only to what is there', () => {
    const targets = [...readFileSync(path, 'utf8').matchAll(/\]\(([^)#]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target));
    expect(targets.filter((target) => !existsSync(join(dirname(path), target)))).toEqual([]);
  });
});

describe('a page', () => {
  const run = (page: string) =>
    refresh(page, { 'a.txt': 'one\ntwo\nthree\nfour\n' }, new Set(['x']));

  it('is written anew where a command prints something else', async () => {
    const { text, commands } = await run(
      '```console\n$ cat a.txt\nold\n$ interlock --version\nold\n```\n',
    );
    expect(text).toMatch(
      /^```console\n\$ cat a\.txt\none\ntwo\nthree\nfour\n\$ interlock --version\n\d/,
    );
    expect(commands).toBe(1);
  });

  it('keeps what it leaves out', async () => {
    const page = '```console\n$ cat a.txt\n1\n…\n4\n```\n';
    expect((await run(page)).text).toBe('```console\n$ cat a.txt\none\n…\nfour\n```\n');
  });

  it('may write files, filter what is printed and ask for the exit status', async () => {
    const page =
      '```yaml p.yaml\nkind: x\n```\n```console\n$ cat p.yaml | grep kind > q\n$ cat q\n$ interlock lint nowhere | head -1\n$ echo $?\n```\n';
    const { text, problems } = await run(page);
    expect(problems).toEqual([]);
    expect(text).toContain('$ cat q\nkind: x\n');
  });

  it.each([
    ['a script that is not there', '```sh\nnpm run y\n```\n', /no script "y"/],
    ['a command that nothing runs', '```sh\ncurl x\n```\n', /nothing runs/],
    ['wrong usage', '```sh\ninterlock lint --nope\n```\n', /fails/],
    ['broken YAML', '```yaml\na: [\n```\n', /./],
  ])('says what is wrong with %s', async (_, page, problem) => {
    expect((await run(page)).problems.join()).toMatch(problem);
  });
});
