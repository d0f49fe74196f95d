/**
 * Writing an output folder so that a failure leaves what was there whole: every
 * file is first written beside its place, and only then do they change places.
 * Files that are not ours (state, lock files, caches) are never touched.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { OutputFiles } from './host.js';
import { reason } from './reason.js';

interface Staged {
  readonly place: string;
  readonly temporary: string;
}

/** The Terraform configuration changes place last: until then the folder is the old output. */
const LAST = 'cdk.tf.json';

export function writeFiles(
  folder: string,
  files: OutputFiles,
): { readonly problem: string } | undefined {
  const staged: Staged[] = [];
  let current = folder;
  try {
    for (const [name, text] of [...files].sort(
      ([a], [b]) => Number(a === LAST) - Number(b === LAST),
    )) {
      const place = path.join(folder, name);
      current = place;
      fs.mkdirSync(path.dirname(place), { recursive: true });
      if (same(place, text)) continue;
      const temporary = `${place}.${process.pid}.tmp`;
      staged.push({ place, temporary });
      writeThrough(temporary, text);
    }
    for (const { place, temporary } of staged) {
      current = place;
      fs.renameSync(temporary, place);
    }
    return undefined;
  } catch (error) {
    for (const { temporary } of staged) fs.rmSync(temporary, { force: true });
    return { problem: `${current}: ${reason(error)}` };
  }
}

function same(place: string, text: string): boolean {
  return fs.existsSync(place) && fs.readFileSync(place, 'utf8') === text;
}

/** The bytes are on the disk before the rename: a power cut cannot leave an empty file in place of the old one. */
function writeThrough(file: string, text: string): void {
  const descriptor = fs.openSync(file, 'w');
  try {
    fs.writeFileSync(descriptor, text);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
