/** A real disk that fails at a step: with an error that passes, or as a process that is killed there. */
import { writeFileSync } from 'node:fs';
import { type Disk, type Machine, thisMachine } from '../../src/host/disk.js';

export type Fault = 'ENOSPC' | 'EACCES' | 'killed';

/** What a killed process would never see: nothing catches it on the way, because nothing works any more. */
export class Killed extends Error {}

export interface FailingMachine extends Machine {
  /** Steps that were taken. */
  readonly steps: () => number;
}

/** This machine without waiting for its disk, which costs tests most of their time. */
export function quickMachine(): Machine {
  const machine = thisMachine();
  const write: Disk['write'] = (file, text, options) =>
    writeFileSync(file, text, { flag: options?.fresh === true ? 'wx' : 'w' });
  return { ...machine, disk: { ...machine.disk, write } };
}

const CHANGING = ['makeFolder', 'write', 'rename', 'keep', 'remove'] as const;

/** Fails at the step of that number, counted from zero over all that changes the disk. */
export function failingMachine(at: number, fault: Fault, process: number): FailingMachine {
  const { disk, path } = quickMachine();
  let steps = 0;
  let dead = false;
  const step =
    <A extends unknown[]>(work: (...args: A) => void) =>
    (...args: A): void => {
      if (dead) throw new Killed();
      if (steps++ !== at) {
        work(...args);
        return;
      }
      if (fault === 'killed') {
        dead = true;
        throw new Killed();
      }
      throw Object.assign(new Error(fault), { code: fault });
    };
  const failing = Object.fromEntries(CHANGING.map((name) => [name, step(disk[name] as never)]));
  return {
    disk: { ...disk, ...failing } as Disk,
    path,
    process,
    isRunning: (one) => one === globalThis.process.pid,
    steps: () => steps,
  };
}
