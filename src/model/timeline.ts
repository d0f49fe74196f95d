/**
 * The time line of one node's end: from the notice to the loss, step by step,
 * and the deadlines that cut it short. One calculation; rules and the simulator
 * read off it.
 */
import type { EventKind } from '../facts/reactions.js';
import type { Origin } from '../source/span.js';
import type { Installation, Pool } from './system.js';
import type { Workload } from './workload.js';

export type StepName = 'delivery' | 'poll' | 'wait' | 'grace' | 'detach';

export interface Step {
  readonly name: StepName;
  readonly seconds: number;
  /** What happens, for people: starts lower-case. */
  readonly says: string;
  /** Where the number is written, or `repo@tag path` where it is a fact. */
  readonly from?: Origin;
  readonly source?: string;
}

/**
 * `notice`: the instance goes. `window`: NTH gives the drain up. `node-deadline`:
 * Karpenter deletes what is left. `hook`: Auto Scaling goes on without an answer.
 */
export type DeadlineName = 'notice' | 'window' | 'node-deadline' | 'hook';

export interface Deadline {
  readonly name: DeadlineName;
  /** Seconds after the event. */
  readonly at: number;
  readonly from?: Origin;
  readonly source?: string;
}

/** The first step that ends after a deadline. */
export interface Break {
  readonly deadline: Deadline;
  readonly step: Step;
  /** Seconds that are missing. */
  readonly over: number;
  /** Seconds that the step would have had. */
  readonly left: number;
}

export interface Timeline {
  readonly pool: Pool;
  readonly event: EventKind;
  /** Who drains; absent where nobody in sight does. */
  readonly installation?: Installation;
  /** Whose pods they are; absent for what holds for any. */
  readonly workload?: Workload;
  readonly steps: readonly Step[];
  readonly deadlines: readonly Deadline[];
  /** When the last step ends. */
  readonly ends: number;
  readonly breaks: readonly Break[];
  /** Why the workload's volumes wait for Kubernetes' own deadline when the node goes. */
  readonly slowDetach?: string;
}

export type Course = Omit<Timeline, 'ends' | 'breaks' | 'slowDetach'>;

/** Lays the steps one after the other and finds where each deadline cuts them. */
export function timeline(course: Course): Timeline {
  const ends = course.steps.reduce((sum, { seconds }) => sum + seconds, 0);
  const breaks = course.deadlines.flatMap((deadline) => breakAt(course.steps, deadline) ?? []);
  return { ...course, ends, breaks };
}

function breakAt(steps: readonly Step[], deadline: Deadline): Break | undefined {
  let start = 0;
  for (const step of steps) {
    const end = start + step.seconds;
    if (end > deadline.at)
      return { deadline, step, over: end - deadline.at, left: Math.max(0, deadline.at - start) };
    start = end;
  }
  return undefined;
}
