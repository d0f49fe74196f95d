/**
 * Which drain rules can be kept on which kind of pool, and by which target; for the
 * rest what stands in the way and the nearest setting that works.
 */
import type { Finding } from '../diagnostics/finding.js';
import { durationSeconds } from '../manifests/duration.js';
import { mapAt, numberAt, textAt } from '../policy/fields.js';
import type { PoolIntent } from '../policy/intent.js';
import type { Value } from '../value/value.js';
import type { CompileContext } from './context.js';
import type { Target } from './plan.js';
import { unkept } from './unkept.js';

type Kind = PoolIntent['kind'];

interface Rule {
  /** Kinds of pool that can keep it, and what is written for each. */
  readonly keptBy: Readonly<Partial<Record<Kind, 'object' | 'group'>>>;
  /** What comes nearest on other kinds. */
  readonly nearest: Readonly<Partial<Record<Kind, string>>>;
  /** The argument of the node group that it becomes. */
  readonly argument?: string;
}

const EKS_DRAINS =
  'EKS gives the drain of a managed node group 15 minutes and takes no other number';

const RULES: Readonly<Record<string, Rule>> = {
  terminationGracePeriod: {
    keptBy: { NodePool: 'object' },
    nearest: {
      ManagedNodeGroup: EKS_DRAINS,
      SelfManagedNodeGroup:
        'set nodeTerminationGracePeriod of "drain.nth", and lifecycleHookTimeout of the pool',
      AutoMode: 'set it in the NodePools of Auto Mode themselves',
    },
  },
  expireAfter: {
    keptBy: { NodePool: 'object', SelfManagedNodeGroup: 'group' },
    nearest: {
      ManagedNodeGroup:
        'managed node groups have no lifetime; an update of their version replaces nodes',
      AutoMode: 'Auto Mode replaces nodes after at most 21 days by itself',
    },
    argument: 'max_instance_lifetime',
  },
  disruption: {
    keptBy: { NodePool: 'object' },
    nearest: {
      ManagedNodeGroup: 'set updateConfig: it limits how many nodes an update takes at once',
      SelfManagedNodeGroup:
        'set instanceRefresh: it says how many instances stay while others are replaced',
      AutoMode: 'set it in the NodePools of Auto Mode themselves',
    },
  },
  lifecycleHookTimeout: {
    keptBy: { SelfManagedNodeGroup: 'object' },
    nearest: {
      NodePool: 'set terminationGracePeriod: nodes of a NodePool have no lifecycle hook',
      ManagedNodeGroup: EKS_DRAINS,
    },
  },
  updateConfig: {
    keptBy: { ManagedNodeGroup: 'group' },
    nearest: {
      NodePool: 'set budgets of "disruption"',
      SelfManagedNodeGroup: 'set instanceRefresh',
    },
    argument: 'update_config',
  },
  instanceRefresh: {
    keptBy: { SelfManagedNodeGroup: 'group' },
    nearest: { NodePool: 'set budgets of "disruption"', ManagedNodeGroup: 'set updateConfig' },
    argument: 'instance_refresh',
  },
};

/** Auto Scaling takes no shorter lifetime than a day. */
const SHORTEST_LIFETIME = 86_400;

export function* refuseDrainRules(context: CompileContext, target: Target): Iterable<Finding> {
  const { intent } = context;
  const pools = new Map(intent.pools.map((pool) => [pool.name.value, pool]));
  for (const [name, rules] of mapAt(intent.drain, 'pools') ?? []) {
    const pool = pools.get(name);
    if (pool === undefined) continue;
    for (const [key, value] of mapAt(rules) ?? []) {
      const refused = refuse({ context, target, pool, key, value });
      if (refused !== undefined) yield refused;
    }
  }
}

interface Case {
  readonly context: CompileContext;
  readonly target: Target;
  readonly pool: PoolIntent;
  readonly key: string;
  readonly value: Value;
}

function refuse({ context, target, pool, key, value }: Case): Finding | undefined {
  const rule = RULES[key];
  const name = pool.name.value;
  const kept = rule?.keptBy[pool.kind];
  if (rule === undefined || kept === undefined)
    return unkept(
      `nothing can keep "${key}" on the ${pool.kind} "${name}"`,
      value,
      rule?.nearest[pool.kind] ?? `it is a setting of ${kindsOf(rule)}`,
      name,
    );
  if (kept === 'group' && target !== 'inputs')
    return unkept(
      `target "${target}" makes no node groups, so nothing keeps "${key}" on "${name}"`,
      value,
      `compile for "inputs", whose node group maps hold it, or write ${rule.argument} in the group itself`,
      name,
    );
  if (
    key === 'lifecycleHookTimeout' &&
    context.intent.owner(pool, 'asg-termination').owner !== 'nth'
  )
    return unkept(
      `no lifecycle hook is made on "${name}", because NTH does not own its terminations`,
      value,
      'leave it out, or give "asg-termination" of the pool to NTH',
      name,
    );
  return key === 'expireAfter' && kept === 'group' ? tooShort(pool, value) : undefined;
}

const kindsOf = (rule: Rule | undefined): string =>
  Object.keys(rule?.keptBy ?? {})
    .map((kind) => `${kind}s`)
    .join(' and ');

function tooShort(pool: PoolIntent, value: Value): Finding | undefined {
  const seconds = lifetimeOf(value);
  if (seconds === undefined || seconds >= SHORTEST_LIFETIME || seconds === 0) return undefined;
  return unkept(
    `Auto Scaling keeps no lifetime of less than a day, so nothing keeps that of "${pool.name.value}"`,
    value,
    'write 24h or more, or Never',
    pool.name.value,
  );
}

/** Seconds as Auto Scaling has them: none for a node that is never replaced. */
export function lifetimeOf(value: Value): number | undefined {
  const written = textAt(value)?.value;
  return written === 'Never' ? 0 : written === undefined ? undefined : durationSeconds(written);
}

/** What is said of NTH that its mode does not read. */
export function* refuseIdleNumbers({ intent }: CompileContext): Iterable<Finding> {
  const { mode, workers, replicas } = intent.nth;
  if (mode.value !== 'imds') return;
  const defaulted = intent.defaults.some(({ path }) => path === 'handlers.nth.replicas');
  const idle = [
    ...(workers === undefined ? [] : [{ key: 'workers', at: workers.from.at }]),
    ...(defaulted ? [] : [{ key: 'replicas', at: replicas.from.at }]),
  ];
  for (const { key, at } of idle)
    yield {
      rule: 'unexpressible-setting',
      severity: 'error',
      message: `in IMDS mode every node runs one NTH with 10 workers, so nothing keeps "${key}"`,
      at,
      help: `leave it out, or use queue mode, whose Deployment reads it`,
    };
}

/** `max_unavailable`, `max_unavailable_percentage`. */
export const updateOf = (value: Value): Readonly<Record<string, number>> =>
  numbers(value, {
    maxUnavailable: 'max_unavailable',
    maxUnavailablePercentage: 'max_unavailable_percentage',
  });

export const refreshOf = (value: Value): Readonly<Record<string, number>> =>
  numbers(value, {
    minHealthyPercentage: 'min_healthy_percentage',
    instanceWarmup: 'instance_warmup',
  });

const numbers = (
  value: Value,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([key, argument]) => {
      const found = numberAt(value, key);
      return found === undefined ? [] : [[argument, found.value] as const];
    }),
  );
