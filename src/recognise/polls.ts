/** The queue that an installation reads, by the value that names it, among queues of its own region. */
import type { EventRule, Installation, Poll, QueueForm } from '../model/system.js';
import { isAbsent, same, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import { nearness } from './addresses.js';
import type { ClusterPlace } from './cluster.js';
import type { RecogniseContext } from './context.js';
import { isQueue, type QueueIdentity } from './queues.js';

export function pollsOf(
  context: RecogniseContext,
  installation: Installation,
  { cluster }: ClusterPlace,
  queues: readonly QueueIdentity[],
  rules: readonly EventRule[],
): readonly Poll[] {
  if (installation.mode === 'imds') return [];
  const value = queueValue(context, installation);
  const named = value === undefined || isAbsent(value) ? undefined : text(value);
  if (named === undefined || (!isUnknown(named) && named.value === '')) return [];
  const here = queues.filter(({ queue }) => sameRegion(queue.region, cluster.region));
  const found = nearestQueue(here, named, installation.id);
  const wanted: QueueForm = installation.handler === 'nth' ? 'URL' : 'name';
  const given = formOf(named);
  const wrong = given !== undefined && given !== wanted ? { wrongForm: { given, wanted } } : {};
  if (found !== undefined)
    return [
      {
        installation: installation.id,
        queue: found.queue.queue.id,
        open: 'wrongForm' in wrong ? false : found.is,
        ...wrong,
        from: named.from,
      },
    ];
  const inSight = queues.length > 0 || rules.length > 0;
  const name = isUnknown(named) ? named.term : named.value;
  return [
    {
      installation: installation.id,
      queue: name,
      open: 'wrongForm' in wrong ? false : inSight ? (isUnknown(named) ? named : false) : true,
      ...wrong,
      from: named.from,
      ...(inSight
        ? {}
        : {
            assuming: {
              id: 'queue-elsewhere',
              says: `the queue ${name} exists and receives what upstream's own rules send`,
            },
          }),
    },
  ];
}

/** How a value names a queue; undefined where the text does not tell. */
function formOf(named: Maybe<string>): QueueForm | undefined {
  if (isUnknown(named)) {
    if (!/aws_sqs_queue\b/.test(named.term)) return undefined;
    const attribute = /\.(arn|url|id|name)$/.exec(named.term)?.[1];
    if (attribute === undefined) return undefined;
    return attribute === 'arn' ? 'ARN' : attribute === 'name' ? 'name' : 'URL';
  }
  if (named.value.startsWith('arn:')) return 'ARN';
  return /^https?:\/\//.test(named.value) ? 'URL' : 'name';
}

/** Handlers look for a queue in one region; only two that are known can differ. */
const sameRegion = (a: Maybe<string> | undefined, b: Maybe<string> | undefined): boolean =>
  a === undefined || b === undefined || same(a, b) !== false;

/** The surest; of several queues of one name the one that stands nearest. */
function nearestQueue(queues: readonly QueueIdentity[], named: Maybe<string>, address: string) {
  const candidates = queues
    .map((queue) => ({ queue, is: isQueue(queue.queue, named) }))
    .filter(({ is }) => is !== false);
  const sure = candidates.filter(({ is }) => is === true);
  const ranked = [...(sure.length > 0 ? sure : candidates)].sort(
    (a, b) => nearness(b.queue.address, address) - nearness(a.queue.address, address),
  );
  return ranked[0];
}

function queueValue(context: RecogniseContext, installation: Installation): Value | undefined {
  if (installation.handler === 'nth') return installation.setting('queueURL');
  const newest = installation.releases.allowed.at(-1) ?? '';
  for (const key of context.facts.karpenter.queueSettings(newest)) {
    const value = installation.setting(key);
    if (value !== undefined && !isAbsent(value) && !(!isUnknown(value) && value.value === ''))
      return value;
  }
  return undefined;
}
