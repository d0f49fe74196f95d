/** The pages that people read, and the files of this repo that their examples may use. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type Refreshed, refresh } from './doc-examples.js';
import type { Memo } from './doc-shell.js';

const files = (folder: string): readonly string[] =>
  !existsSync(folder)
    ? []
    : readdirSync(folder)
        .sort()
        .map((name) => `${folder}/${name}`)
        .flatMap((path) => (statSync(path).isDirectory() ? files(path) : [path]));

/** Pages that are made from the code are held to it elsewhere; decisions are frozen. */
const MADE = /^docs\/(?:rules|reference|decisions)\//;

export const docPages = (): readonly string[] =>
  [...readdirSync('.'), 'examples/README.md', ...files('docs')].filter(
    (path) => path.endsWith('.md') && path !== 'CHANGELOG.md' && !MADE.test(path),
  );

export function refreshPage(path: string, memo?: Memo): Promise<Refreshed> {
  const known = ['examples', 'policies'].flatMap(files);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly scripts: object;
  };
  return refresh(
    readFileSync(path, 'utf8'),
    Object.fromEntries(known.map((file) => [file, readFileSync(file, 'utf8')])),
    new Set(Object.keys(scripts)),
    memo,
  );
}
