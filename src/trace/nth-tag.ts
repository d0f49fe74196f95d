/** NTH's question in queue mode: is the instance mine, by a tag of it or of its group. */
import type { TagCheck } from '../facts/reactions.js';
import type { InstanceTag, Pool } from '../model/system.js';
import { isUndecided, not, or, type Tri } from '../value/logic.js';
import { flag, same, text } from '../value/read.js';
import { isUnknown, type Maybe } from '../value/value.js';
import type { Hop, Message } from './hop.js';
import type { Reading } from './reader.js';

const DEFAULT_TAG = 'aws-node-termination-handler/managed';

/** `dropped`: what becomes of a message about an instance that is nobody's. */
export function tagHop(reading: Reading, dropped: Message): Hop {
  const { installation, pool, release, facts } = reading;
  const check = facts.reactions.tagCheckOf(release);
  const asked = installation.setting(check.check);
  const asks = flag(asked) ?? true;
  const base = {
    step: 'tag' as const,
    node: installation.id,
    fact: check.source,
    otherwise: dropped,
  };
  if (asks === false)
    return {
      ...base,
      passes: true,
      says: `"${check.check}" is off, so that it takes every instance for its own`,
      from: asked?.from ?? installation.from,
    };
  const found = search(check, wantedTag(reading, check), pool);
  if (asks === true) return { ...base, ...found };
  const { passes, partly } = found;
  if (passes === true && partly !== true) return { ...base, ...found };
  return {
    ...base,
    passes: partly === true ? not(asks) : or([not(asks), passes]),
    says: `whether it asks for the tag depends on ${asks.term}; ${found.says}`,
    from: asked?.from ?? installation.from,
  };
}

function wantedTag({ installation }: Reading, { tag }: TagCheck): Maybe<string> {
  return text(installation.setting(tag)) ?? { value: DEFAULT_TAG, from: installation.from };
}

type Found = Pick<Hop, 'passes' | 'says' | 'from' | 'partly' | 'assuming'>;

/** The surest of the pool's tags. */
function search(check: TagCheck, wanted: Maybe<string>, pool: Pool): Found {
  const name = isUnknown(wanted) ? wanted.term : `"${wanted.value}"`;
  const tags = pool.tags
    .map((tag) => ({ tag, carried: carried(check, tag, pool), is: same(tag.key, wanted) }))
    .filter(({ carried: how, is }) => how !== 'no' && is !== false);
  const sure = tags.filter(({ is }) => is === true);
  const best = sure.find(({ carried: how }) => how === 'yes') ?? sure[0];
  if (best !== undefined) {
    const { tag } = best;
    const late = best.carried === 'late';
    return {
      passes: true,
      says: late
        ? `instances that were launched after the tag ${name} carry it, older ones do not`
        : `the instance is tagged ${name}`,
      from: tag.from,
      ...(late ? { partly: true } : {}),
      ...(tag.assuming === undefined ? {} : { assuming: tag.assuming }),
    };
  }
  const passes: Tri = or(tags.map(({ is }) => is));
  if (isUndecided(passes))
    return {
      passes,
      says: `whether it is tagged ${name} depends on ${passes.term}`,
      from: pool.from,
    };
  return {
    passes,
    says: `no instance of the pool is tagged ${name}, so that it takes the node for somebody else's`,
    from: pool.from,
    ...(pool.otherTags === undefined ? {} : { assuming: pool.otherTags }),
  };
}

/** Whether a release finds a tag: on the instance, on its group, or on either. */
function carried({ carrier }: TagCheck, tag: InstanceTag, pool: Pool): 'yes' | 'late' | 'no' {
  const hasGroup = pool.kind === 'ManagedNodeGroup' || pool.kind === 'SelfManagedNodeGroup';
  const onGroup = hasGroup && tag.only !== 'instances';
  if (carrier !== 'instance' && onGroup) return 'yes';
  if (carrier === 'group' || tag.only === 'group') return 'no';
  return tag.late === true ? 'late' : 'yes';
}
