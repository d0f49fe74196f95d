/** The working tree without what is made in it, copied: what a checkout somewhere else is. */
import { cpSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const LEFT_OUT = new Set(['node_modules', '.git', 'dist', 'out', 'cdktf.out', 'coverage', 'test']);

/** The packages are the same. */
export function copyTree(from: string, to: string): string {
  cpSync(from, to, {
    recursive: true,
    filter: (file) => !LEFT_OUT.has(path.relative(from, file)),
  });
  symlinkSync(path.resolve('node_modules'), path.join(to, 'node_modules'));
  return to;
}
