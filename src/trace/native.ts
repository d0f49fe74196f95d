/** What AWS does by itself: EKS to its managed nodes and Auto Mode, Auto Scaling where it rebalances capacity. */
import type { Installation, Pool } from '../model/system.js';
import type { TracedEvent } from './event.js';
import type { TraceFacts } from './facts.js';
import type { Hop, Path } from './hop.js';

const WORDS = {
  observe: 'replaces the instance; there is nothing left to drain',
  cordon: 'cordons the node',
  drain: 'cordons the node and evicts its pods',
  terminate: 'replaces the node',
} as const;

/** One way for each row of the table: upstream's source is not public, so that the table is all there is. */
export function nativePaths(
  installation: Installation,
  { event, pool, facts }: { event: TracedEvent; pool: Pool; facts: TraceFacts },
): readonly Path[] {
  const { id, handler, from } = installation;
  if (event.kind === undefined || installation.cluster !== pool.cluster) return [];
  if (event.variant === 'pending' || event.variant === 'running') return [];
  const rows = facts.reactions.reactionsFor({
    handler,
    pool: pool.kind,
    event: event.kind,
    ...(event.variant === undefined ? {} : { variant: event.variant }),
  });
  return rows.map(({ reaction, setting, because, source }): Path => {
    const own: Hop = {
      step: 'run',
      node: id,
      passes: true,
      says: `AWS looks after the nodes of a ${pool.kind} by itself`,
      from: pool.from,
      fact: source,
    };
    const said = setting === undefined ? undefined : propertyOf(pool, setting.key);
    return {
      channel: 'native',
      installation: id,
      handler,
      hops: [
        ...(handler === 'eks' ? [own] : []),
        ...(setting === undefined || said === undefined
          ? []
          : [
              {
                step: 'setting' as const,
                node: pool.id,
                passes: said,
                says: `"${setting.key}" is ${said === true ? 'on' : said === false ? 'off' : 'not known'}`,
                from: pool.from,
                fact: source,
              },
            ]),
      ],
      reaction,
      does: because ?? WORDS[reaction],
      from,
    };
  });
}

const propertyOf = (pool: Pool, key: string) =>
  key === 'capacityRebalance' || key === 'nodeRepair' ? pool[key] : undefined;
