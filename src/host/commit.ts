/**
 * Files that change places together. A journal beside them says what is under
 * way: who comes after a process that was killed brings it to its end.
 */
import type { Machine } from './disk.js';
import { guarded, type Problem, quietly } from './guard.js';

/** A file that is written beside its place. */
export interface Change {
  readonly place: string;
  readonly temporary: string;
  /** What was there before, until all have changed. */
  readonly backup: string;
}

interface Journal {
  /** Whether what has changed is to be changed back. */
  readonly back: boolean;
  /** Paths from the journal's folder; `was` says whether there was a file before. */
  readonly changes: readonly (Change & { readonly was: boolean })[];
}

const NAME = '.interlock-journal';

/** Changes all, or none and says at which it failed. */
export function commit(
  home: string,
  changes: readonly Change[],
  machine: Machine,
): Problem | undefined {
  const { disk } = machine;
  const [only, second] = changes;
  if (only === undefined) return undefined;
  if (second === undefined) {
    const failed = guarded(only.place, () => void disk.rename(only.temporary, only.place));
    if (failed !== undefined) quietly(() => disk.remove(only.temporary));
    return failed;
  }
  const journal: Journal = {
    back: false,
    changes: changes.map((one) => ({ ...one, was: disk.exists(one.place) })),
  };
  let at = home;
  const failed = guarded(home, () => {
    for (const { place, backup, was } of journal.changes) if (was) disk.keep(place, backup);
    write(home, journal, machine);
    for (const { place, temporary } of changes) {
      at = place;
      disk.rename(temporary, place);
    }
    return undefined;
  });
  if (failed === undefined) {
    quietly(() => finish(home, journal, machine));
    return undefined;
  }
  quietly(() => write(home, { ...journal, back: true }, machine));
  quietly(() => finish(home, { ...journal, back: true }, machine));
  return { problem: failed.problem.replace(home, () => at) };
}

/** Whether a change was begun and not ended. */
export const isUnderWay = (home: string, { disk, path }: Machine): boolean =>
  disk.exists(path.join(home, NAME));

/** Ends what a process that was killed had begun, and removes what it left behind. */
export function recover(home: string, places: readonly string[], machine: Machine): void {
  const { disk, path } = machine;
  if (isUnderWay(home, machine)) finish(home, read(home, machine), machine);
  for (const place of [...places, path.join(home, NAME)]) {
    const real = disk.real(place);
    const folder = path.dirname(real);
    if (!disk.exists(folder)) continue;
    const start = `${path.basename(real)}.`;
    for (const name of disk.list(folder))
      if (name.startsWith(start) && /^\d+\.(?:tmp|old)$/.test(name.slice(start.length)))
        disk.remove(path.join(folder, name));
  }
}

function finish(home: string, { back, changes }: Journal, { disk, path }: Machine): void {
  for (const { place, temporary, backup, was } of changes) {
    if (!back && disk.exists(temporary)) disk.rename(temporary, place);
    if (back && was && disk.exists(backup)) disk.rename(backup, place);
    if (back && !was) disk.remove(place);
    if (back) disk.remove(temporary);
  }
  for (const { backup } of changes) disk.remove(backup);
  disk.remove(path.join(home, NAME));
}

function write(home: string, { back, changes }: Journal, { disk, path, process }: Machine): void {
  const inHome = (file: string): string => path.relative(home, file);
  const text = JSON.stringify({
    back,
    changes: changes.map(({ place, temporary, backup, was }) => ({
      place: inHome(place),
      temporary: inHome(temporary),
      backup: inHome(backup),
      was,
    })),
  });
  const temporary = path.join(home, `${NAME}.${process}.tmp`);
  disk.write(temporary, text);
  disk.rename(temporary, path.join(home, NAME));
}

/** Only what lies below the folder is ours to change: a journal is a file that anybody can write. */
function read(home: string, { disk, path }: Machine): Journal {
  const { back, changes } = JSON.parse(disk.read(path.join(home, NAME))) as Journal;
  const here = (file: string): string => path.join(home, file);
  return {
    back,
    changes: changes
      .filter((one) => [one.place, one.temporary, one.backup].every(isBelow))
      .map(({ place, temporary, backup, was }) => ({
        place: here(place),
        temporary: here(temporary),
        backup: here(backup),
        was,
      })),
  };
}

const isBelow = (file: string): boolean =>
  !/^(?:[\\/]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(file);
