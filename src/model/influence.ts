/**
 * Settings found to matter by flipping them: one installation among NodePools
 * and groups, with and without its tag, that gets every event there is. What
 * changes no claim there can change none anywhere.
 */
import type { PoolKind } from '../facts/reactions.js';
import { originAt, span } from '../source/span.js';
import { isUnknown, known, type Value } from '../value/value.js';
import type { ModelFacts } from './claims.js';
import { judge } from './judge.js';
import { emptySystem, type Installation, type Pool, type System } from './system.js';

const FROM = originAt(span('', 0, 0));
const QUEUE = 'queue';

/** Whether a setting's flip changes a claim in the mode and at the releases of an installation. */
export function influenceOf(
  installation: Installation,
  facts: ModelFacts,
): (key: string) => boolean {
  const bare = unhindered(installation);
  const before = claimsOf(bare, facts);
  return (key) => {
    const value = bare.setting(key);
    if (value === undefined) return true;
    return flips(value).some((flipped) => {
      const setting: Installation['setting'] = (name) =>
        name === key ? flipped : bare.setting(name);
      return claimsOf({ ...bare, setting }, facts, bare) !== before;
    });
  };
}

/** Nothing but its settings keeps it from acting. */
function unhindered({ conditions: _, permits: __, ...installation }: Installation): Installation {
  const everywhere = { open: true, because: 'it runs everywhere', from: FROM } as const;
  return { ...installation, cluster: 'cluster', exists: true, runsOn: () => everywhere };
}

/** The other value of a switch, or another word; an unknown one may be either. */
function flips(value: Value): readonly Value[] {
  if (isUnknown(value)) return [known(true, value.from), known(false, value.from)];
  const data = value.value;
  if (typeof data === 'boolean') return [{ ...value, value: !data }];
  if (data === 'true' || data === 'false') return [{ ...value, value: data === 'false' }];
  if (typeof data === 'string') return [{ ...value, value: `${data}-other` }];
  return [];
}

/** Every claim that the installation makes, as one text. */
function claimsOf(installation: Installation, facts: ModelFacts, tagged = installation): string {
  const verdicts = judge(universe(installation, tagged), facts);
  return verdicts
    .flatMap(({ pool, event, claims }) =>
      claims.map(({ reaction, holds, partly }) => {
        const held = typeof holds === 'boolean' ? String(holds) : holds.term;
        return [pool.id, event.kind, event.variant, reaction, held, partly].join(' ');
      }),
    )
    .join('\n');
}

/** Nodes that Karpenter knows, and nodes of a group: settings tell no others apart. */
const KINDS: readonly PoolKind[] = ['NodePool', 'SelfManagedNodeGroup'];

function universe(installation: Installation, tagged: Installation): System {
  return {
    ...emptySystem,
    clusters: [
      { id: 'cluster', name: { value: 'cluster', from: FROM }, blindSpots: [], from: FROM },
    ],
    pools: KINDS.flatMap((kind) => [
      pool(kind, 'plain', []),
      pool(kind, 'tagged', tagsAskedBy(tagged)),
    ]),
    installations: [installation],
    queues: [
      { id: QUEUE, exists: true, accepts: { open: true, because: 'it takes all' }, from: FROM },
    ],
    rules: [
      {
        id: 'rule',
        // One rule without a field matches whatever there is.
        pattern: { rules: [new Map()] },
        enabled: true,
        exists: true,
        from: FROM,
      },
    ],
    feeds: [{ rule: 'rule', queue: QUEUE, open: true, from: FROM }],
    polls: [{ installation: installation.id, queue: QUEUE, open: true, from: FROM }],
    hooks: KINDS.flatMap((kind) =>
      ['plain', 'tagged'].flatMap((name) =>
        (['terminating', 'launching'] as const).map((transition) => ({
          id: `${kind} ${name} ${transition}`,
          pool: `${kind} ${name}`,
          transition,
          exists: true as const,
          from: FROM,
        })),
      ),
    ),
  };
}

/** The tags by which the installation would know its instances. */
const tagsAskedBy = ({ setting }: Installation): readonly string[] =>
  ['managedTag', 'managedAsgTag'].flatMap((key) => {
    const value = setting(key);
    return value === undefined || isUnknown(value) || typeof value.value !== 'string'
      ? []
      : [value.value];
  });

const pool = (kind: PoolKind, name: string, tags: readonly string[]): Pool => ({
  id: `${kind} ${name}`,
  cluster: 'cluster',
  name: { value: `${kind} ${name}`, from: FROM },
  kind,
  presence: 'declared',
  exists: true,
  can: { spot: true, 'on-demand': true, reserved: true },
  labels: { value: new Map(), from: FROM },
  taints: { value: [], from: FROM },
  tags: tags.map((tag) => ({ key: { value: tag, from: FROM }, from: FROM })),
  capacityRebalance: true,
  nodeRepair: true,
  from: FROM,
});
