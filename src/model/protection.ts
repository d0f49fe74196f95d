/** By which annotations Karpenter leaves a pod alone, by release. */
import { compareVersions } from '../facts/range.js';
import type { Protection } from './workload.js';

export const DO_NOT_DISRUPT = 'karpenter.sh/do-not-disrupt';
const DO_NOT_EVICT = 'karpenter.sh/do-not-evict';

/**
 * do-not-disrupt came with 0.32 and the older do-not-evict went with 1.0
 * (kubernetes-sigs/karpenter@v0.32.1 and @v1.0.0 pkg/utils/pod/scheduling.go);
 * a duration as its value is understood from 1.12 on.
 */
const SINCE = '0.32.0';
const EVICT_UNTIL = '1.0.0';
const DURATION_SINCE = '1.12.0';

/** Whether the annotation protects the pod in a release. */
export function protects(protection: Protection, release: string): boolean {
  return deadReason(protection, release) === undefined && asksFor(protection);
}

/** Whether the value asks for protection at all: "false" is a way to say nothing. */
const asksFor = ({ value }: Protection): boolean => value === 'true' || isDuration(value);

const isDuration = (value: string): boolean => /^(?:\d+(?:\.\d+)?(?:h|m|s|ms))+$/.test(value);

export interface DeadReason {
  readonly says: string;
  readonly help: string;
  /** It asks for what a later release gives. */
  readonly early?: true;
}

/** Why a release does not read an annotation that asks for protection; undefined where it does. */
export function deadReason(protection: Protection, release: string): DeadReason | undefined {
  const { annotation, value } = protection;
  if (!asksFor(protection)) return undefined;
  if (annotation === DO_NOT_EVICT)
    return compareVersions(release, EVICT_UNTIL) < 0
      ? undefined
      : { says: 'is not read since Karpenter 1.0', help: `write ${DO_NOT_DISRUPT}` };
  if (compareVersions(release, SINCE) < 0)
    return { says: 'is read from Karpenter 0.32 on', help: `write ${DO_NOT_EVICT}`, early: true };
  if (isDuration(value) && compareVersions(release, DURATION_SINCE) < 0)
    return {
      says: `is "${value}", and durations are understood from Karpenter 1.12 on`,
      help: 'write "true", which protects for as long as the pod runs',
      early: true,
    };
  return undefined;
}
