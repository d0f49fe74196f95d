/**
 * Settings found to matter by flipping them: one installation among NodePools
 * and groups, with and without its tag, that gets every event there is. What
 * changes no claim there can change none anywhere.
 */
import type { PoolKind } from '../facts/reactions.js';
import { once } from '../source/once.js';
import { originAt, span } from '../source/span.js';
import { isUnknown, known, type Value } from '../value/value.js';
import { judge } from './judge.js';
import type { ModelFacts } from './subject.js';
import { emptySystem, type Installation, type Pool, type System } from './system.js';

const FROM = originAt(span('', 0, 0));
const QUEUE = 'queue';

/** Whether a setting's flip changes a claim in the mode and at the releases of an installation. */
export function influenceOf(
  installation: Installation,
  facts: ModelFacts,
): (key: string) => boolean {
  const bare = unhindered(installation);
  const cases = casesFor(bare, facts);
  const before = once((one: Case) => noted(one, bare));
  return (key) => {
    const value = bare.setting(key);
    if (value === undefined) return true;
    return flips(value).some((flipped) => {
      const setting: Installation['setting'] = (name) =>
        name === key ? flipped : bare.setting(name);
      return cases.some((one) => {
        const { asked, claims } = before(one);
        // A flip of what no claim asked for would be judged the same again.
        return asked.has(key) && claimsOn(one, { ...bare, setting }) !== claims;
      });
    });
  };
}

/** One pool and the facts of one event: most flips show with the first. */
interface Case {
  readonly pool: Pool;
  readonly facts: ModelFacts;
}

function casesFor(installation: Installation, facts: ModelFacts): readonly Case[] {
  const pools = poolsFor(installation);
  return facts.events.atoms.flatMap((atom) => {
    const events = { ...facts.events, atoms: [atom] };
    return pools.map((pool) => ({ pool, facts: { ...facts, events } }));
  });
}

/** The claims in a case, and the settings that they asked for. */
function noted(one: Case, installation: Installation) {
  const asked = new Set<string>();
  const setting: Installation['setting'] = (key) => {
    asked.add(key);
    return installation.setting(key);
  };
  return { claims: claimsOn(one, { ...installation, setting }), asked };
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

/** Every claim that the installation makes in a case, as one text. */
function claimsOn({ pool, facts }: Case, installation: Installation): string {
  const verdicts = judge(universe(pool, installation), facts);
  return verdicts
    .flatMap(({ event, claims }) =>
      claims.map(({ reaction, holds, partly }) => {
        const held = typeof holds === 'boolean' ? String(holds) : holds.term;
        return [event.kind, event.variant, reaction, held, partly].join(' ');
      }),
    )
    .join('\n');
}

/** Nodes that Karpenter knows, and nodes of a group: settings tell no others apart. */
const KINDS: readonly PoolKind[] = ['NodePool', 'SelfManagedNodeGroup'];

const poolsFor = (installation: Installation): readonly Pool[] =>
  KINDS.flatMap((kind) => [
    poolOf(kind, 'tagged', tagsAskedBy(installation)),
    poolOf(kind, 'plain', []),
  ]);

function universe(pool: Pool, installation: Installation): System {
  return {
    ...emptySystem,
    clusters: [
      { id: 'cluster', name: { value: 'cluster', from: FROM }, blindSpots: [], from: FROM },
    ],
    pools: [pool],
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
    hooks: (['terminating', 'launching'] as const).map((transition) => ({
      id: transition,
      pool: pool.id,
      transition,
      exists: true as const,
      from: FROM,
    })),
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

const poolOf = (kind: PoolKind, name: string, tags: readonly string[]): Pool => ({
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
