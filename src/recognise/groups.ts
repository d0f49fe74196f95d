/** Lifecycle hooks and tags that blocks beside an Auto Scaling group put on it, joined by the group's name. */
import type { Hook, InstanceTag } from '../model/system.js';
import { and, type Tri } from '../value/logic.js';
import { elements, entry, flag, number, same, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import type { RecogniseContext } from './context.js';

/** How a pool's Auto Scaling group can be referred to. */
export interface GroupReference {
  readonly name?: Maybe<string>;
  readonly arn?: Maybe<string>;
}

export interface GroupIdentity extends GroupReference {
  readonly pool: string;
}

export function hooksOf(
  context: RecogniseContext,
  groups: readonly GroupIdentity[],
): readonly Hook[] {
  return context.resources('aws_autoscaling_lifecycle_hook').flatMap((block) => {
    const written = text(entry(block.body, 'lifecycle_transition'));
    const transition = transitionOf(written);
    if (written === undefined || transition === undefined) return [];
    const timeout = number(entry(block.body, 'heartbeat_timeout'));
    return joined(groups, text(entry(block.body, 'autoscaling_group_name'))).map(
      ({ pool, is }) => ({
        id: block.address,
        pool,
        transition,
        ...(timeout === undefined ? {} : { timeout }),
        exists: and([block.exists, is, isUnknown(written) ? written : true]),
        from: block.from,
      }),
    );
  });
}

/** Terminations are what hooks are for, so one of an unknown transition may be that. */
function transitionOf(written: Maybe<string> | undefined): Hook['transition'] | undefined {
  if (written === undefined) return undefined;
  if (isUnknown(written) || written.value === 'autoscaling:EC2_INSTANCE_TERMINATING')
    return 'terminating';
  return written.value === 'autoscaling:EC2_INSTANCE_LAUNCHING' ? 'launching' : undefined;
}

/** Tags by `aws_autoscaling_group_tag`: they reach only instances launched after them. */
export function groupTagsOf(
  context: RecogniseContext,
  groups: readonly GroupIdentity[],
): ReadonlyMap<string, readonly InstanceTag[]> {
  const tags = new Map<string, InstanceTag[]>();
  for (const block of context.resources('aws_autoscaling_group_tag')) {
    const name = text(entry(block.body, 'autoscaling_group_name'));
    for (const { pool, is } of joined(groups, name)) {
      if (is !== true || block.exists !== true) continue;
      for (const tag of propagated(entry(block.body, 'tag')))
        tags.set(pool, [...(tags.get(pool) ?? []), { key: tag, from: block.from, late: true }]);
    }
  }
  return tags;
}

function propagated(value: Value | undefined): readonly Maybe<string>[] {
  const items = elements(value);
  if (isUnknown(items as Value)) return [];
  return (items as readonly Value[]).flatMap((tag) => {
    const key = text(entry(tag, 'key'));
    return key !== undefined && flag(entry(tag, 'propagate_at_launch')) === true ? [key] : [];
  });
}

function joined(
  groups: readonly GroupIdentity[],
  name: Maybe<string> | undefined,
): readonly { readonly pool: string; readonly is: Tri }[] {
  if (name === undefined) return [];
  return groups
    .map(({ pool, ...group }) => ({
      pool,
      // Two references with different terms are two groups: a group is referred to in one way.
      is: isGroup(group, name),
    }))
    .filter(({ is }) => is);
}

/** Whether a name, written or cut out of an ARN, is the group's. */
function isGroup(group: GroupReference, name: Maybe<string>): boolean {
  if (group.name !== undefined && same(group.name, name) === true) return true;
  if (group.arn === undefined) return false;
  if (isUnknown(name))
    return isUnknown(group.arn) && NAME_OF_ARN.exec(name.term)?.[1] === group.arn.term;
  return !isUnknown(group.arn) && group.arn.value.split('autoScalingGroupName/')[1] === name.value;
}

/** The term of a name that is cut out of an ARN, as modules write it: everything up to the name is replaced by nothing. */
const NAME_OF_ARN = /^replace\((.+), "\/\^?\.\*:?autoScalingGroupName\\*\/\/", ""\)$/s;
