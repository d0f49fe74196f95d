/** One writer to a folder: a second one says so instead of mixing its output in. */
import type { Machine } from './disk.js';
import { type Problem, quietly } from './guard.js';

const NAME = '.interlock-writing';

export const isLocked = (home: string, { disk, path }: Machine): boolean =>
  disk.exists(path.join(home, NAME));

export function locked(
  home: string,
  machine: Machine,
  work: () => Problem | undefined,
): Problem | undefined {
  const { disk, path } = machine;
  const file = path.join(home, NAME);
  const holder = take(file, machine);
  if (holder !== undefined)
    return {
      problem: `${home}: another interlock writes there (process ${holder}); run again when it has ended`,
    };
  try {
    return work();
  } finally {
    quietly(() => disk.remove(file));
  }
}

/** Takes the lock; the process that holds it where that is still at work. */
function take(file: string, { disk, process, isRunning }: Machine): number | undefined {
  const mine = (): void => disk.write(file, String(process), { fresh: true });
  try {
    mine();
    return undefined;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  const holder = Number.parseInt(disk.read(file), 10);
  if (holder > 0 && holder !== process && isRunning(holder)) return holder;
  // Its holder was killed.
  disk.remove(file);
  mine();
  return undefined;
}
