/** Lifecycle hooks and tags that blocks beside an Auto Scaling group put on it, joined by the group's name. */
import type { Block } from '../configuration/configuration.js';
import type { Hook, InstanceTag } from '../model/system.js';
import { and, isUndecided, type Tri } from '../value/logic.js';
import { elements, entry, flag, number, same, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import type { RecogniseContext } from './context.js';

/** How a pool's Auto Scaling group can be referred to. */
export interface GroupReference {
  readonly name?: Maybe<string>;
  /** Other values that are the name too. */
  readonly aliases?: readonly Maybe<string>[];
  readonly arn?: Maybe<string>;
  /** A group that EKS makes: whatever comes out of this value names it. */
  readonly within?: string;
  /** The block that makes it, where it is in sight. */
  readonly address?: string;
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
    for (const { pool, is, group } of joined(groups, name)) {
      const there = isThere(block, group) ? is : and([block.exists, is]);
      for (const key of propagated(entry(block.body, 'tag'))) {
        const tag: InstanceTag = {
          key: isUndecided(there) ? there : key,
          from: block.from,
          late: true,
        };
        tags.set(pool, [...(tags.get(pool) ?? []), tag]);
      }
    }
  }
  return tags;
}

/** A group that EKS makes is there once the node group is, however many it makes. */
const isThere = ({ exists }: Block, { within }: GroupReference): boolean =>
  exists === true || (exists !== false && within !== undefined && exists.term.includes(within));

/** Keys of tags that reach instances. */
export function propagated(value: Value | undefined): readonly Maybe<string>[] {
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
): readonly { readonly pool: string; readonly group: GroupReference; readonly is: Tri }[] {
  if (name === undefined) return [];
  return groups
    .map(({ pool, ...group }) => ({
      pool,
      group,
      // Two references with different terms are two groups: a group is referred to in one way.
      is: isGroup(group, name),
    }))
    .filter(({ is }) => is !== false);
}

/** Hooks and tags for groups that are not in sight, by the name that they give the group. */
export function unseenGroups(
  context: RecogniseContext,
  groups: readonly GroupIdentity[],
): readonly UnseenGroup[] {
  const found = new Map<string, { name: Maybe<string>; blocks: Block[] }>();
  for (const type of ['aws_autoscaling_lifecycle_hook', 'aws_autoscaling_group_tag'])
    for (const block of context.resources(type)) {
      const name = text(entry(block.body, 'autoscaling_group_name'));
      if (name === undefined || block.exists !== true) continue;
      if (joined(groups, name).length > 0 || isMadeHere(name)) continue;
      const key = isUnknown(name) ? name.term : `"${name.value}"`;
      const known = found.get(key) ?? { name, blocks: [] };
      known.blocks.push(block);
      found.set(key, known);
    }
  return [...found.values()];
}

export interface UnseenGroup {
  readonly name: Maybe<string>;
  /** Hooks and tags that name it. */
  readonly blocks: readonly Block[];
}

/** The name of some group of this configuration, though not to be told of which. */
const isMadeHere = (name: Maybe<string>): boolean =>
  isUnknown(name) && /\baws_(?:autoscaling_group|eks_node_group)\./.test(name.term);

/** Whether a name, written or cut out of an ARN, is the group's; one that is made of the group's may be. */
function isGroup(group: GroupReference, name: Maybe<string>): Tri {
  const { within, address, arn } = group;
  if (group.name !== undefined && same(group.name, name) === true) return true;
  if (group.aliases?.some((alias) => same(alias, name) === true)) return true;
  if (within !== undefined && isUnknown(name) && name.term.includes(within)) return true;
  if (arn !== undefined && isNameOf(arn, name)) return true;
  const isMade = address !== undefined && isUnknown(name) && name.term.includes(`${address}.`);
  return isMade ? name : false;
}

function isNameOf(arn: Maybe<string>, name: Maybe<string>): boolean {
  if (isUnknown(name)) return isUnknown(arn) && NAME_OF_ARN.exec(name.term)?.[1] === arn.term;
  return !isUnknown(arn) && arn.value.split('autoScalingGroupName/')[1] === name.value;
}

/** The term of a name that is cut out of an ARN, as modules write it: everything up to the name is replaced by nothing. */
const NAME_OF_ARN = /^replace\((.+), "\/\^?\.\*:?autoScalingGroupName\\*\/\/", ""\)$/s;
