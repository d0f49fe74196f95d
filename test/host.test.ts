/** The host on a real disk: a write that fails or is cut short leaves the earlier output whole. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeHost } from '../src/host/node.js';

let folder = '';
const host = nodeHost({}, false);
const old = new Map([
  ['cdk.tf.json', 'old root'],
  ['charts/nodepools/values.yaml', 'old values'],
]);
const next = new Map([
  ['cdk.tf.json', 'new root'],
  ['charts/nodepools/values.yaml', 'new values'],
]);
const content = (): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length + 1), fs.readFileSync(path, 'utf8')];
      }),
  );

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'interlock-host-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.chmodSync(folder, 0o700);
  fs.rmSync(folder, { recursive: true });
});

describe('writing an output', () => {
  it('writes every file and leaves nothing else', () => {
    expect(host.write(folder, old)).toBeUndefined();
    expect(content()).toEqual(Object.fromEntries(old));
  });

  it('leaves state and lock files alone', () => {
    host.write(folder, old);
    fs.writeFileSync(join(folder, 'terraform.tfstate'), 'state');
    expect(host.write(folder, next)).toBeUndefined();
    expect(content()['terraform.tfstate']).toBe('state');
  });

  it('keeps the old output whole when a file cannot be made', () => {
    host.write(folder, old);
    // A folder stands where the new output wants a file.
    const blocked = new Map([...next, ['charts', 'a file now']]);
    expect(host.write(folder, blocked)?.problem).toMatch(/charts/);
    expect(content()).toEqual(Object.fromEntries(old));
  });

  it('says why, in words, and what it could not write', () => {
    const file = join(folder, 'file');
    fs.writeFileSync(file, '');
    expect(host.write(join(file, 'below'), next)?.problem).toMatch(
      /file\/below.*(no directory|exists|EEXIST)/,
    );
  });
});

describe('reading', () => {
  it('follows no link out of the root', () => {
    const root = join(folder, 'root');
    fs.mkdirSync(root);
    fs.writeFileSync(join(folder, 'secret.yaml'), 'secret');
    fs.symlinkSync(join(folder, 'secret.yaml'), join(root, 'base.yaml'));
    expect(host.readWithin(root, join(root, 'base.yaml'))).toEqual({
      problem: 'it lies outside the policy root',
    });
  });

  it.each([
    ['a missing file', 'missing', 'it does not exist'],
    ['a directory', '.', 'it is a directory'],
  ])('of %s is a problem, not an exception', (_, name, problem) => {
    expect(host.read(join(folder, name))).toEqual({ problem });
  });

  it('survives a loop of links', () => {
    fs.symlinkSync(join(folder, 'a'), join(folder, 'b'));
    fs.symlinkSync(join(folder, 'b'), join(folder, 'a'));
    expect(host.read(join(folder, 'a'))).toEqual({ problem: 'symbolic links form a loop' });
    expect(host.kindOf(join(folder, 'a'))).toBeUndefined();
  });
});

describe('a git revision', () => {
  it('is read from its objects: nothing checked out, links left out, hooks and filters not run', () => {
    const before = process.cwd();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
        cwd: folder,
        stdio: 'ignore',
      });
    try {
      git('init', '--quiet');
      fs.mkdirSync(join(folder, 'infra'));
      fs.writeFileSync(join(folder, 'infra/main.tf'), '# ünï\n');
      fs.writeFileSync(join(folder, 'infra/a b.txt'), 'text');
      fs.writeFileSync(join(folder, '.gitattributes'), '*.tf filter=evil\n');
      fs.symlinkSync('/etc/passwd', join(folder, 'link.tf'));
      git('add', '.');
      git('commit', '--quiet', '-m', 'one');
      git('config', 'filter.evil.smudge', `touch ${join(folder, 'ran')}`);
      fs.writeFileSync(join(folder, 'infra/main.tf'), '# changed\n');
      process.chdir(join(folder, 'infra'));
      const found = nodeHost({}, false).revision?.('HEAD');
      if (found === undefined || 'problem' in found) throw new Error('no revision');
      expect(found.files).toEqual(['a b.txt', 'main.tf']);
      expect(found.read('main.tf')).toEqual({ text: '# ünï\n' });
      expect(found.read('a b.txt')).toEqual({ text: 'text' });
      expect(found.read('../link.tf')).toHaveProperty('problem');
      expect(fs.existsSync(join(folder, 'ran'))).toBe(false);
      for (const name of ['--help', 'nowhere', ''])
        expect(nodeHost({}, false).revision?.(name)).toHaveProperty('problem');
    } finally {
      process.chdir(before);
    }
  });
});
