/** Time lines of a judged system: workloads and lifetimes from the objects in sight, and what a policy says of them. */
import type { Facts } from '../facts/facts.js';
import * as timing from '../facts/timing.js';
import { declaredWave, declaredWorkloads } from '../manifests/declared.js';
import { poolDrainsOf } from '../manifests/pool-drains.js';
import { workloadsOf } from '../manifests/workloads.js';
import type { System } from '../model/system.js';
import { type Timing, timingOf } from '../model/timing.js';
import type { Verdict } from '../model/verdict.js';
import type { Value } from '../value/value.js';

export interface TimingOf {
  readonly system: System;
  readonly verdicts: readonly Verdict[];
  readonly facts: Required<Pick<Facts, 'karpenter' | 'nth'>>;
  /** Karpenter's release, where the caller says it. */
  readonly assumed?: string;
  /** A policy's `drain` section. */
  readonly drain?: Value;
}

export function timingFor({ system, verdicts, facts, assumed, drain }: TimingOf): Timing {
  const objects = system.as.objects;
  const found = workloadsOf(objects);
  const declared = drain === undefined ? [] : declaredWorkloads(drain).workloads;
  const wave = drain === undefined ? undefined : declaredWave(drain);
  return timingOf({
    system,
    verdicts,
    workloads: { ...found, workloads: [...found.workloads, ...declared] },
    drains: poolDrainsOf(objects),
    ...(assumed !== undefined && { assumed: [assumed] }),
    ...(wave && { wave }),
    facts: { timing, karpenter: facts.karpenter, nth: facts.nth },
  });
}
