/**
 * NTH's own gate in queue mode: it acts on instances that carry its managed
 * tag, tested by key alone (aws/aws-node-termination-handler@v1.25.6
 * pkg/monitor/sqsevent/sqs-monitor.go getNodeInfo), unless the check is off.
 */
import { not, or, type Tri } from '../value/logic.js';
import { flag, same, text } from '../value/read.js';
import { isUnknown, type Maybe } from '../value/value.js';
import type { Installation, Pool } from './system.js';
import type { Gate } from './verdict.js';

const FACT = 'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent/sqs-monitor.go';

export const DEFAULT_MANAGED_TAG = 'aws-node-termination-handler/managed';

/** The tag's key as the chart passes it on. */
export const managedTag = (installation: Installation): Maybe<string> =>
  text(installation.setting('managedTag')) ?? {
    value: DEFAULT_MANAGED_TAG,
    from: installation.from,
  };

/** Whether the installation asks for the tag at all. */
export const checksTag = (installation: Installation): Tri =>
  flag(installation.setting('checkTagBeforeDraining')) ?? true;

export function tagGate(installation: Installation, pool: Pool): Gate {
  const gate = (open: Tri, says: string, more: Partial<Gate> = {}): Gate => ({
    name: 'tag',
    node: installation.id,
    open,
    from: installation.setting('checkTagBeforeDraining')?.from ?? installation.from,
    says,
    fact: FACT,
    ...more,
  });
  const checks = checksTag(installation);
  if (checks === false)
    return gate(true, '"checkTagBeforeDraining" is off, so every instance passes');
  const carried = carries(installation, pool);
  // An unknown check leaves the gate to the tag: open where it is carried, else unknown.
  if (checks === true || carried.open === true) return carried;
  return gate(or([not(checks), carried.open]), 'whether the tag is asked for is not known');
}

/** Whether the pool's instances carry the tag. */
function carries(installation: Installation, pool: Pool): Gate {
  const wanted = managedTag(installation);
  const name = isUnknown(wanted) ? wanted.term : `"${wanted.value}"`;
  const matches = pool.tags.map((tag) => ({ tag, is: same(tag.key, wanted) }));
  const found =
    matches.find(({ tag, is }) => is === true && tag.late !== true) ??
    matches.find(({ is }) => is === true);
  if (found !== undefined)
    return {
      name: 'tag',
      node: pool.id,
      open: true,
      from: found.tag.from,
      says: found.tag.late
        ? `instances launched after it carry the tag ${name}`
        : `the pool's instances carry the tag ${name}`,
      fact: FACT,
      ...(found.tag.late === true ? { partly: true } : {}),
      ...(found.tag.assuming === undefined ? {} : { assuming: found.tag.assuming }),
    };
  const open = or(matches.map(({ is }) => is));
  return {
    name: 'tag',
    node: pool.id,
    open,
    from: pool.from,
    says: `no instance of the pool carries the tag ${name}`,
    fact: FACT,
    ...(open === false && pool.otherTags !== undefined ? { assuming: pool.otherTags } : {}),
  };
}
