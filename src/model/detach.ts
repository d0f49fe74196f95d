/** Whether volumes come free in time when a Spot node goes, by who drains it. */
import { flag } from '../value/read.js';
import { readsIn, type TimingFacts } from './courses.js';
import type { Installation } from './system.js';
import type { Break } from './timeline.js';

export interface DetachCase {
  readonly installation: Installation | undefined;
  /** Releases of Karpenter that may be in use. */
  readonly karpenter: readonly string[];
  readonly breaks: readonly Break[];
}

/** Why volumes wait for Kubernetes' own deadline; undefined where they come free, or where that cannot be said. */
export function slowDetach(
  { installation, karpenter: releases, breaks }: DetachCase,
  { karpenter, nth }: TimingFacts,
): string | undefined {
  if (installation?.handler === 'eks') return undefined;
  if (installation?.handler === 'nth') {
    const taint = flag(installation.setting('enableOutOfServiceTaint')) ?? false;
    if (taint !== false && readsIn(installation, nth, 'out-of-service-taint')) return undefined;
    return 'NTH sets no out-of-service taint';
  }
  if (releases.length === 0) return undefined;
  if (releases.every((release) => !karpenter.drainBehaviour(release).waitsForVolumes))
    return `Karpenter ${releases.at(-1)} does not wait for the detach`;
  const cut = breaks.find(
    ({ deadline, step }) => deadline.name === 'notice' && step.name === 'detach',
  );
  return cut === undefined
    ? undefined
    : `its pods leave ${cut.left} s of the notice for the detach`;
}
