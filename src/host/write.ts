/**
 * Writing an output so that a failure leaves what was there whole: every file is
 * first written beside its place, and only then do they change places, all or
 * none. Files that are not ours (state, lock files, caches) are never touched.
 */
import { type Change, commit, isUnderWay, recover } from './commit.js';
import { type Machine, thisMachine } from './disk.js';
import { guarded, type Problem, quietly } from './guard.js';
import type { OutputFiles } from './host.js';
import { isLocked, locked } from './writing-lock.js';

/** The Terraform configuration changes place last: until then the folder is the old output. */
const LAST = 'cdk.tf.json';

export function writeFiles(
  folder: string,
  files: OutputFiles,
  machine: Machine = thisMachine(),
): Problem | undefined {
  const { path, disk } = machine;
  const texts = [...files].sort(([a], [b]) => Number(a === LAST) - Number(b === LAST));
  const wanted = texts.map(([name, text]) => ({ place: path.join(folder, name), text }));
  const home = commonFolder(
    wanted.map(({ place }) => place),
    machine,
  );
  return guarded(home, () => {
    const isDone = wanted.every(({ place, text }) => holds(machine, place, text));
    if (isDone && !isUnderWay(home, machine) && !isLocked(home, machine)) return undefined;
    // One rename is all or nothing by itself, and needs neither lock nor journal.
    if (wanted.length === 1) return change(home, wanted, machine);
    disk.makeFolder(home);
    return locked(home, machine, () => {
      recover(
        home,
        wanted.map(({ place }) => place),
        machine,
      );
      return change(home, wanted, machine);
    });
  });
}

interface Wanted {
  readonly place: string;
  readonly text: string;
}

function change(home: string, wanted: readonly Wanted[], machine: Machine): Problem | undefined {
  const { disk, path, process } = machine;
  const changes: Change[] = [];
  for (const { place, text } of wanted) {
    const failed = guarded(place, () => {
      if (holds(machine, place, text)) return undefined;
      disk.makeFolder(path.dirname(place));
      // A link stays a link: what it leads to changes.
      const real = disk.real(place);
      const temporary = `${real}.${process}.tmp`;
      changes.push({ place: real, temporary, backup: `${real}.${process}.old` });
      disk.write(temporary, text);
      return undefined;
    });
    if (failed === undefined) continue;
    for (const { temporary } of changes) quietly(() => disk.remove(temporary));
    return failed;
  }
  return commit(home, changes, machine);
}

const holds = ({ disk }: Machine, place: string, text: string): boolean =>
  disk.exists(place) && disk.read(place) === text;

/** The deepest folder that all of the files lie in. */
function commonFolder(places: readonly string[], { path }: Machine): string {
  let common = path.dirname(places[0] ?? '.');
  const isIn = (place: string): boolean =>
    !/^(?:\.\.(?:[\\/]|$)|[A-Za-z]:|[\\/])/.test(path.relative(common, place));
  while (!places.every(isIn)) {
    const above = path.dirname(common);
    if (above === common) return common;
    common = above;
  }
  return common;
}
