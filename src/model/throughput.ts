/**
 * How many drains a handler can start in time when many nodes are interrupted at
 * once: a bound that no schedule beats (facts: aws/aws-node-termination-handler
 * works on `workers` events at a time in each replica).
 */

export interface Crew {
  readonly workers: number;
  readonly replicas: number;
  /** Seconds from the notice until a worker has the event. */
  readonly before: number;
  /** Seconds that one drain keeps a worker. */
  readonly drain: number;
  /** Seconds from the notice to the loss. */
  readonly notice: number;
}

/** The most nodes of a wave that are drained before they go. */
export function drainedInTime({ workers, replicas, before, drain, notice }: Crew): number {
  const rounds = Math.floor((notice - before) / Math.max(drain, 1));
  return Math.max(0, rounds) * workers * replicas;
}
