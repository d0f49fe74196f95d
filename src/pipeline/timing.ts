/** Time lines of a judged system: workloads and lifetimes from the objects in sight, and what a policy says of them. */
import type { Block, KubeObject } from '../configuration/configuration.js';
import type { Facts } from '../facts/facts.js';
import * as timing from '../facts/timing.js';
import { declaredWave, declaredWorkloads } from '../manifests/declared.js';
import { itemsAt, wordAt } from '../manifests/kube.js';
import { poolDrainsOf } from '../manifests/pool-drains.js';
import { workloadsOf } from '../manifests/workloads.js';
import type { System } from '../model/system.js';
import { type Timing, timingOf } from '../model/timing.js';
import type { Verdict } from '../model/verdict.js';
import { helmRelease } from '../recognise/charts.js';
import type { Value } from '../value/value.js';

export interface TimingOf {
  readonly system: System;
  readonly verdicts: readonly Verdict[];
  readonly objects: readonly KubeObject[];
  /** Blocks whose releases carry objects in their values. */
  readonly blocks?: readonly Block[];
  readonly facts: Required<Pick<Facts, 'karpenter' | 'nth'>>;
  /** Karpenter's release, where the caller says it. */
  readonly assumed?: string;
  /** A policy's `drain` section. */
  readonly drain?: Value;
}

export function timingFor(given: TimingOf): Timing {
  const { system, verdicts, facts, assumed, drain } = given;
  const objects = [...given.objects, ...(given.blocks ?? []).flatMap(carriedObjects)];
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

/** The objects that a release of our own chart renders as they are (compile/chart.ts). */
function carriedObjects(block: Block): readonly KubeObject[] {
  if (block.type !== 'resource' || block.labels[0] !== 'helm_release') return [];
  return itemsAt(helmRelease(block).values.root, 'objects').flatMap((body) => {
    const apiVersion = wordAt(body, 'apiVersion');
    const kind = wordAt(body, 'kind');
    if (apiVersion === undefined || kind === undefined) return [];
    return [{ apiVersion, kind, body, from: body.from }];
  });
}
