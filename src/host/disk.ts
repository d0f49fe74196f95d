/** What writing needs of a machine, small enough to be replaced by one that fails. */
import * as fs from 'node:fs';
import * as path from 'node:path';

export interface Disk {
  readonly exists: (file: string) => boolean;
  readonly read: (file: string) => string;
  readonly list: (folder: string) => readonly string[];
  /** Where a path really is, symbolic links followed; the path itself where there is nothing yet. */
  readonly real: (file: string) => string;
  readonly makeFolder: (folder: string) => void;
  /**
   * The bytes are on the disk when it comes back. `fresh` refuses a file that is
   * there already, and need not outlive a power cut.
   */
  readonly write: (file: string, text: string, options?: { readonly fresh: boolean }) => void;
  readonly rename: (from: string, to: string) => void;
  /** A second name for the file, or a copy of it where the file system knows none. */
  readonly keep: (file: string, name: string) => void;
  readonly remove: (file: string) => void;
}

/** A machine: its disk, its paths, and who runs on it. */
export interface Machine {
  readonly disk: Disk;
  readonly path: Pick<typeof path, 'join' | 'dirname' | 'basename' | 'relative'>;
  readonly process: number;
  readonly isRunning: (process: number) => boolean;
}

const disk: Disk = {
  exists: fs.existsSync,
  read: (file) => fs.readFileSync(file, 'utf8'),
  list: (folder) => fs.readdirSync(folder),
  real: (file) => (fs.existsSync(file) ? fs.realpathSync(file) : file),
  makeFolder: (folder) => void fs.mkdirSync(folder, { recursive: true }),
  write: (file, text, options) => {
    const isFresh = options?.fresh === true;
    const descriptor = fs.openSync(file, isFresh ? 'wx' : 'w');
    try {
      fs.writeFileSync(descriptor, text);
      // A power cut cannot leave an empty file in place of the old one.
      if (!isFresh) fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  },
  rename: fs.renameSync,
  keep: (file, name) => {
    try {
      fs.linkSync(file, name);
    } catch {
      fs.copyFileSync(file, name);
    }
  },
  remove: (file) => fs.rmSync(file, { force: true }),
};

export const thisMachine = (): Machine => ({ disk, path, process: process.pid, isRunning });

function isRunning(one: number): boolean {
  try {
    process.kill(one, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'; // it runs, and is somebody else's
  }
}
