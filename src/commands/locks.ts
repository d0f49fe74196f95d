/** The lock file: written of what was judged, and what was judged held against it. */
import type { Finding } from '../diagnostics/finding.js';
import { type Lock, lockEntry, lockText, readLock } from '../diff/lock.js';
import { LOCK_NAME } from '../diff/lock-name.js';
import type { Standing } from '../diff/standing.js';
import { unacknowledged } from '../diff/unacknowledged.js';
import type { Host } from '../host/host.js';
import { span } from '../source/span.js';
import { directoryOf, normalise } from './files.js';
import { writeInPlace } from './fixes.js';

/** Writes what stands into a lock; what it says of other configurations stays. A problem where it cannot. */
export function writeLock(
  host: Host,
  standings: readonly Standing[],
  file = LOCK_NAME,
): string | undefined {
  const before = host.kindOf(file) === 'file' ? read(host, file).lock : new Map();
  const lock: Lock = new Map([
    ...before,
    ...standings.map((one) => [keyOf(one, standings, file), lockEntry(one)] as const),
  ]);
  return writeInPlace(host, new Map([[file, lockText(lock)]]));
}

/** What differs from a lock; a configuration that it does not name is nobody's agreement. */
export function checkLock(
  host: Host,
  standings: readonly Standing[],
  file: string,
): readonly Finding[] {
  const { lock, findings } = read(host, file);
  if (findings.length > 0) return findings;
  return standings.flatMap((standing) => {
    const entry = lock.get(keyOf(standing, standings, file));
    return entry === undefined ? [unlocked(standing, file)] : unacknowledged(standing, entry);
  });
}

function read(
  host: Host,
  file: string,
): { readonly lock: Lock; readonly findings: readonly Finding[] } {
  const found = host.read(file);
  if ('problem' in found) return { lock: new Map(), findings: [unreadable(file, found.problem)] };
  const { value, findings } = readLock(file, found.text);
  return { lock: value ?? new Map(), findings };
}

const unreadable = (file: string, problem: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message: `the lock cannot be read: ${problem}`,
  at: span(file, 0, 0),
  help: 'write it with "interlock prove PATH --write-lock"',
});

const unlocked = ({ root, pools }: Standing, file: string): Finding => ({
  rule: 'unacknowledged-change',
  severity: 'error',
  message: `"${root}" is not in ${file}`,
  at: pools[0]?.at ?? span(root, 0, 0),
  help: `add it with "interlock prove ${root} --write-lock"`,
});

/** Paths in a lock start from its folder, so that it says the same from wherever it is read. */
function keyOf({ root, cluster }: Standing, all: readonly Standing[], file: string): string {
  const path = relative(directoryOf(normalise(file)), root);
  const several = all.filter((one) => one.root === root).length > 1;
  return several ? `${path} (${cluster})` : path;
}

function relative(folder: string, path: string): string {
  if (folder === '.' || path.startsWith('/') !== folder.startsWith('/')) return path;
  const [from, to] = [folder.split('/'), path.split('/')];
  const shared = from.findIndex((step, i) => step !== to[i]);
  const common = shared < 0 ? from.length : shared;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/') || '.';
}
