/** Samples of events as if they had happened where the configuration stands. */
import type { EventJson } from '../facts/event-samples.js';
import { partitionOf } from '../facts/partitions.js';
import type { Pool, System } from '../model/system.js';
import { isUnknown } from '../value/value.js';
import { silentEvent, type TracedEvent, tracedEvent } from './event.js';
import type { TraceFacts } from './facts.js';

/** The account, Region and group that the samples were written for. */
export interface SamplePlace {
  readonly account: string;
  readonly region: string;
  readonly partition: string;
  readonly group: string;
}

/** The sample with the Region of the pool's cluster and the name of its group, where those are known. */
export function moved(sample: EventJson, from: SamplePlace, system: System, pool: Pool): EventJson {
  const region = regionOf(system, pool) ?? from.region;
  const { groupName } = pool;
  const group = groupName === undefined || isUnknown(groupName) ? from.group : groupName.value;
  const partition = partitionOf(region);
  const replace = (text: string): string =>
    text
      .replaceAll(`arn:${from.partition}:`, `arn:${partition}:`)
      .replaceAll(from.region, region)
      .replaceAll(from.group, group);
  const made = mapTexts(sample, replace) as EventJson;
  const isCopy = sample.region !== from.region;
  return isCopy && made.region === region ? { ...made, region: BACKUP_OF_BACKUP } : made;
}

/** Where the copies go of Health events of the Region that gets all other copies. */
const BACKUP_OF_BACKUP = 'us-east-1';

/** The cluster's; else that of the queues its handlers read, or of any rule. */
function regionOf(
  { clusters, installations, polls, queues, rules }: System,
  pool: Pool,
): string | undefined {
  const own = installations.filter(({ cluster }) => cluster === pool.cluster).map(({ id }) => id);
  const read = polls.filter(({ installation }) => own.includes(installation));
  const regions = [
    clusters.find(({ id }) => id === pool.cluster)?.region,
    ...read.map((poll) => queues.find(({ id }) => id === poll.queue)?.region),
    ...rules.map(({ region }) => region),
  ];
  return regions.flatMap((region) =>
    region === undefined || isUnknown(region) ? [] : region.value,
  )[0];
}

function mapTexts(data: unknown, replace: (text: string) => string): unknown {
  if (typeof data === 'string') return replace(data);
  if (Array.isArray(data)) return data.map((item) => mapTexts(item, replace));
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, mapTexts(value, replace)]),
  );
}

export interface Sampling {
  readonly samples: ReadonlyMap<string, EventJson>;
  readonly from: SamplePlace;
  readonly facts: TraceFacts;
  readonly system: System;
  readonly pool: Pool;
}

/** Every sample on a node of the pool, then what handlers learn without any event. */
export function sampledEvents({
  samples,
  from,
  facts: { events },
  system,
  pool,
}: Sampling): readonly TracedEvent[] {
  const sampled = [...samples].map(([name, sample]) =>
    tracedEvent(moved(sample, from, system, pool), { name, atoms: events.atoms }),
  );
  const silent = events.atoms
    .filter(({ shape }) => shape === undefined)
    .map((atom) => silentEvent(atom, pool.from));
  return [...sampled, ...silent];
}
