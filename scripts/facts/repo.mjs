/** Reads bare Git checkouts of upstream repositories: tags, trees and files at a tag. Never writes to them. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Opens `DIR/<owner>+<name>/repo`; undefined when there is no such checkout. */
export function openRepo(directory, name) {
  const base = join(directory, name.replace('/', '+'), 'repo');
  const gitDir = [join(base, '.git'), base].find((path) => existsSync(join(path, 'HEAD')));
  return gitDir === undefined ? undefined : new Repo(name, gitDir);
}

class Repo {
  #texts = new Map();

  constructor(name, gitDir) {
    this.name = name;
    this.gitDir = gitDir;
  }

  git(...args) {
    const options = { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['--git-dir', this.gitDir, ...args], options);
  }

  /** The newest commit of the checkout. */
  commit() {
    return this.git('rev-parse', 'HEAD').trim();
  }

  /** The day of that commit. */
  date() {
    return this.git('log', '-1', '--format=%cs').trim();
  }

  /** Tags `vX.Y.Z` (no pre-releases), oldest version first. */
  tags() {
    const all = this.git('tag').split('\n');
    return all.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag)).sort(compareTags);
  }

  /** Paths under a folder at a tag, each with its object id. */
  list(tag, under) {
    const lines = this.git('ls-tree', '-r', tag, `${under}/`).split('\n').filter(Boolean);
    return new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(/\s/)[2]]));
  }

  /** Paths directly in a folder at a tag (`.` for the root), each with its object id. */
  files(tag, folder) {
    const at = folder === '.' ? [tag] : [tag, `${folder}/`];
    const lines = this.git('ls-tree', ...at)
      .split('\n')
      .filter((line) => line.includes(' blob '));
    return new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(/\s/)[2]]));
  }

  /** The text of a file at a tag; undefined where it does not exist. */
  text(tag, path) {
    const entry = this.git('ls-tree', tag, path);
    return entry === '' ? undefined : this.blob(entry.split(/\s/)[2]);
  }

  /** The text of an object; many tags share one. */
  blob(id) {
    if (!this.#texts.has(id)) this.#texts.set(id, this.git('cat-file', 'blob', id));
    return this.#texts.get(id);
  }
}

/** Compares `v1.2.3` by number. */
export function compareTags(a, b) {
  const left = a.replace(/^v/, '').split('.').map(Number);
  const right = b.replace(/^v/, '').split('.').map(Number);
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
