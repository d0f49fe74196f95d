/** A token bucket as client-go's limiters are: who asks first is let through first. */

export interface Bucket {
  /** The time at which a call that asks now is let through. */
  readonly reserve: (now: number) => number;
}

export const unlimited: Bucket = { reserve: (now) => now };

/** Behind a limit, calls that are made one at a time, each as long as the one before takes. */
export function oneByOne(limit: Bucket, call: number): Bucket {
  let free = Number.NEGATIVE_INFINITY;
  return {
    reserve: (now) => {
      const at = Math.max(limit.reserve(now), free);
      free = at + call;
      return at;
    },
  };
}

/** Full at the start. */
export function bucket(qps: number, burst: number): Bucket {
  const gap = 1 / qps;
  // When the bucket would be full again if nobody asked any more.
  let full = Number.NEGATIVE_INFINITY;
  return {
    reserve: (now) => {
      const at = Math.max(now, full - (Math.max(burst, 1) - 1) * gap);
      full = Math.max(full, at) + gap;
      return at;
    },
  };
}
