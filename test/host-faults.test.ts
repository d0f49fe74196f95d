/** Every step of a write fails in turn: what was there stays whole, or what comes is whole. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disk, Machine } from '../src/host/disk.js';
import { thisMachine } from '../src/host/disk.js';
import { writeFiles as write } from '../src/host/write.js';
import { type Fault, failingMachine, quickMachine } from './support/failing-disk.js';

const OLD = new Map([
  ['main.tf.json', 'old main'],
  ['cdk.tf.json', 'old root'],
  ['charts/a/values.yaml', 'old values'],
]);
const NEW = new Map([
  ['main.tf.json', 'new main'],
  ['cdk.tf.json', 'new root'],
  ['charts/a/values.yaml', 'new values'],
  ['charts/b/values.yaml', 'another chart'],
]);

const writeFiles = (
  folder: string,
  files: ReadonlyMap<string, string>,
  machine: Machine = quickMachine(),
) => write(folder, files, machine);

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'interlock-faults-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function content(): Record<string, string> {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(folder.length + 1), fs.readFileSync(file, 'utf8')]),
  );
}
const whole = (files: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)));

/** A process that is not there any more. */
const GONE = 999_999_999;

const steps = (): number => {
  const machine = failingMachine(-1, 'ENOSPC', process.pid);
  writeFiles(folder, OLD);
  writeFiles(folder, NEW, machine);
  fs.rmSync(folder, { recursive: true });
  fs.mkdirSync(folder);
  return machine.steps();
};

describe('a write of several files', () => {
  it('takes steps that can fail', () => {
    expect(steps()).toBeGreaterThan(15);
  });

  it.each<Fault>(['ENOSPC', 'EACCES'])(
    'leaves the old or the new output and nothing else where any step fails with %s',
    (fault) => {
      const count = steps();
      for (let at = 0; at < count; at++) {
        writeFiles(folder, OLD);
        const failed = writeFiles(folder, NEW, failingMachine(at, fault, process.pid));
        // What fails after the last rename only tidies up.
        const now = content();
        for (const name of Object.keys(now))
          if (/\.(?:old|tmp)$|\/?\.interlock/.test(name)) delete now[name];
        expect(now, `step ${at}`).toEqual(whole(failed === undefined ? NEW : OLD));
        expect(writeFiles(folder, NEW)).toBeUndefined();
        expect(writeFiles(folder, OLD)).toBeUndefined();
        fs.rmSync(folder, { recursive: true });
        fs.mkdirSync(folder);
      }
    },
  );

  it('is brought to its end by the next write where its process was killed at any step', () => {
    const count = steps();
    const seen = new Set<string>();
    for (let at = 0; at < count; at++) {
      writeFiles(folder, OLD);
      writeFiles(folder, NEW, failingMachine(at, 'killed', GONE));
      const texts = JSON.stringify(
        whole(new Map(Object.entries(content()).filter(([name]) => OLD.has(name)))),
      );
      const isOld = texts === JSON.stringify(whole(OLD));
      const journal = '.interlock-journal' in content();
      seen.add(isOld ? 'old' : journal ? 'under way' : 'new');
      // Whole, or a journal says that it is not yet.
      if (!isOld && !journal) for (const [name, text] of NEW) expect(content()[name]).toBe(text);
      expect(writeFiles(folder, NEW), `step ${at}`).toBeUndefined();
      expect(content(), `step ${at}`).toEqual(whole(NEW));
      fs.rmSync(folder, { recursive: true });
      fs.mkdirSync(folder);
    }
    expect(seen).toEqual(new Set(['old', 'under way', 'new']));
  });

  it('is refused while another process writes there, and says which', () => {
    fs.writeFileSync(join(folder, '.interlock-writing'), '4711');
    const machine: Machine = { ...thisMachine(), isRunning: (one) => one === 4711 };
    expect(writeFiles(folder, NEW, machine)?.problem).toContain(
      'another interlock writes there (process 4711)',
    );
    expect(Object.keys(content())).toEqual(['.interlock-writing']);
  });

  it('takes over from a process that was killed', () => {
    fs.writeFileSync(join(folder, '.interlock-writing'), String(GONE));
    expect(writeFiles(folder, NEW)).toBeUndefined();
    expect(content()).toEqual(whole(NEW));
  });

  it('follows no path of a journal out of the folder', () => {
    const outside = join(folder, 'outside');
    fs.writeFileSync(outside, 'theirs');
    const place = join(folder, 'output');
    writeFiles(place, OLD);
    const change = { place: '../outside', temporary: 'cdk.tf.json', backup: 'x', was: true };
    fs.writeFileSync(
      join(place, '.interlock-journal'),
      JSON.stringify({ back: false, changes: [change] }),
    );
    expect(writeFiles(place, NEW)).toBeUndefined();
    expect(fs.readFileSync(outside, 'utf8')).toBe('theirs');
  });

  it('writes through a symbolic link and leaves the link', () => {
    fs.writeFileSync(join(folder, 'real.yaml'), 'old');
    fs.symlinkSync('real.yaml', join(folder, 'link.yaml'));
    expect(writeFiles(folder, new Map([['link.yaml', 'new']]))).toBeUndefined();
    expect(fs.lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true);
    expect(fs.readFileSync(join(folder, 'real.yaml'), 'utf8')).toBe('new');
  });

  it('says of a folder that cannot be written which it is and why', () => {
    writeFiles(folder, OLD);
    fs.writeFileSync(join(folder, 'file'), '');
    const problem = writeFiles(join(folder, 'file', 'out'), NEW)?.problem;
    expect(problem).toMatch(/file.*(?:no directory|EEXIST|it exists)/);
  });
});

describe('paths of Windows', () => {
  /** A disk by names, as Windows writes them. */
  function windows(): { readonly machine: Machine; readonly files: Map<string, string> } {
    const files = new Map<string, string>();
    const disk: Disk = {
      exists: (file) => files.has(file),
      read: (file) => files.get(file) ?? '',
      list: (folder) =>
        [...files.keys()]
          .filter((file) => win32.dirname(file) === folder)
          .map((file) => win32.basename(file)),
      real: (file) => file,
      makeFolder: () => undefined,
      write: (file, text) => void files.set(file, text),
      rename: (from, to) => {
        files.set(to, files.get(from) ?? '');
        files.delete(from);
      },
      keep: (file, name) => void files.set(name, files.get(file) ?? ''),
      remove: (file) => void files.delete(file),
    };
    return { machine: { disk, path: win32, process: 1, isRunning: () => false }, files };
  }

  it.each([
    ['C:\\repo\\out', 'C:\\repo\\out\\'],
    ['out', 'out\\'],
    ['\\\\server\\share\\out', '\\\\server\\share\\out\\'],
  ])('%s holds the output and nothing else', (place, start) => {
    const { machine, files } = windows();
    expect(writeFiles(place, OLD, machine)).toBeUndefined();
    expect(writeFiles(place, NEW, machine)).toBeUndefined();
    const expected = [...NEW.keys()].map((name) => start + name.replaceAll('/', '\\'));
    expect([...files.keys()].sort()).toEqual(expected.sort());
  });
});
