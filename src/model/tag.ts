/**
 * NTH's own gate in queue mode: unless the check is off, it acts only on
 * instances that carry its managed tag, or whose group does; which of them
 * depends on the release (facts: TAG_CHECKS).
 */
import type { TagCheck } from '../facts/reactions.js';
import { not, or, type Tri } from '../value/logic.js';
import { flag, same, text } from '../value/read.js';
import { isUnknown, type Maybe, unknown } from '../value/value.js';
import type { Installation, InstanceTag, Pool } from './system.js';
import type { Gate } from './verdict.js';

const DEFAULT_MANAGED_TAG = 'aws-node-termination-handler/managed';

interface Asked {
  readonly about: {
    readonly facts: { readonly reactions: { tagCheckOf(chart: string): TagCheck } };
    tagged(installation: Installation, pool: Pool, check: TagCheck): Gate;
  };
  readonly pool: Pool;
}

/** The gate as every one of the releases has it; unknown where they differ. */
export function tagGate(
  { about: { facts, tagged }, pool }: Asked,
  installation: Installation,
  releases: readonly string[],
): Gate {
  const { tagCheckOf } = facts.reactions;
  const checks = new Set(releases.map(tagCheckOf));
  const gates = [...checks].map((check) => tagged(installation, pool, check));
  const [first, ...others] = gates;
  if (first === undefined) return tagged(installation, pool, tagCheckOf('0.0.0'));
  if (others.every((other) => other.open === first.open && other.partly === first.partly))
    return first;
  const { written } = installation.releases;
  return {
    ...first,
    open: unknown('input', `version of ${installation.id}`, written?.from ?? installation.from),
    says: 'the releases that the version allows ask for different tags',
  };
}

/** The gate as one way of checking has it. */
export function gateOfCheck(check: TagCheck, installation: Installation, pool: Pool): Gate {
  const asked = installation.setting(check.check);
  const gate = (open: Tri, says: string): Gate => ({
    name: 'tag',
    node: installation.id,
    open,
    from: asked?.from ?? installation.from,
    says,
    fact: check.source,
  });
  const checks = flag(asked) ?? true;
  if (checks === false) return gate(true, `"${check.check}" is off, so every instance passes`);
  const carried = carries(check, installation, pool);
  if (checks === true) return carried;
  // An unknown check leaves the gate to the tag: open where every instance carries it, else unknown.
  if (carried.open === true && carried.partly !== true) return carried;
  const open = carried.partly === true ? not(checks) : or([not(checks), carried.open]);
  return gate(open, 'whether the tag is asked for is not known');
}

/** Whether the pool's instances, or their group, carry the tag. */
function carries(check: TagCheck, installation: Installation, pool: Pool): Gate {
  const wanted: Maybe<string> = text(installation.setting(check.tag)) ?? {
    value: DEFAULT_MANAGED_TAG,
    from: installation.from,
  };
  const name = isUnknown(wanted) ? wanted.term : `"${wanted.value}"`;
  const base = { name: 'tag' as const, node: pool.id, fact: check.source };
  const matches = carriers(check, pool).map((tag) => ({ tag, is: same(tag.key, wanted) }));
  // On the group itself a tag is never late: it says the same of instances old and new.
  const late = ({ tag }: { readonly tag: InstanceTag }): boolean =>
    tag.late === true && !(check.carrier !== 'instance' && isOnGroup(tag, pool));
  const found =
    matches.find((match) => match.is === true && !late(match)) ??
    matches.find(({ is }) => is === true);
  if (found !== undefined)
    return {
      ...base,
      open: true,
      from: found.tag.from,
      says: late(found)
        ? `instances launched after it carry the tag ${name}`
        : `the pool's instances carry the tag ${name}`,
      ...(late(found) ? { partly: true } : {}),
      ...(found.tag.assuming === undefined ? {} : { assuming: found.tag.assuming }),
    };
  const open = or(matches.map(({ is }) => is));
  return {
    ...base,
    open,
    from: pool.from,
    says: `no instance of the pool carries the tag ${name}`,
    ...(open === false && pool.otherTags !== undefined ? { assuming: pool.otherTags } : {}),
  };
}

/** The tags that count: those of the instances, of their group, or of either. */
const carriers = ({ carrier }: TagCheck, pool: Pool): readonly InstanceTag[] =>
  pool.tags.filter(
    (tag) =>
      (carrier !== 'group' && tag.only !== 'group') ||
      (carrier !== 'instance' && isOnGroup(tag, pool)),
  );

/** Karpenter's instances have no group. */
const isOnGroup = ({ only }: InstanceTag, { kind }: Pool): boolean =>
  only !== 'instances' && kind !== 'NodePool' && kind !== 'AutoMode';
