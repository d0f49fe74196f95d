/** Failures of the disk as values. */
import { reason } from './reason.js';

export type Problem = { readonly problem: string };

/** A failure is a problem at a path. */
export function guarded(place: string, work: () => Problem | undefined): Problem | undefined {
  try {
    return work();
  } catch (error) {
    return { problem: `${place}: ${reason(error)}` };
  }
}

/** Tidying up after a failure must not hide it: what cannot be removed is litter, and no output. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // said above
  }
}
