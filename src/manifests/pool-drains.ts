/** What NodePools and Provisioners say of the life and the end of their nodes. */
import type { KubeObject } from '../configuration/configuration.js';
import type { Lifetime, NodeBudget, PoolDrain } from '../model/drain.js';
import type { LabelCondition } from '../model/workload.js';
import type { Origin } from '../source/span.js';
import { entry, isAbsent, number, text } from '../value/read.js';
import { isUnknown, type Maybe, unknown, type Value } from '../value/value.js';
import { isAutoMode } from './check/auto-mode.js';
import { everOpens } from './check/schedule.js';
import { expressions } from './conditions.js';
import { durationSeconds } from './duration.js';
import { itemsAt, nameOf, wordAt } from './kube.js';

/** Lifetime of a node whose pool does not say one: the CRDs' default, and Auto Mode's own (EKS user guide, create-node-pool). */
const DEFAULT_LIFETIME = 720 * 3600;
const AUTO_MODE_LIFETIME = 336 * 3600;

export const poolDrainsOf = (objects: readonly KubeObject[]): readonly PoolDrain[] =>
  objects
    .filter(
      ({ kind, apiVersion }) =>
        (kind === 'NodePool' || kind === 'Provisioner') && apiVersion.startsWith('karpenter.sh/'),
    )
    .map((object) => (object.kind === 'Provisioner' ? ofProvisioner(object) : ofNodePool(object)));

function ofNodePool(object: KubeObject): PoolDrain {
  const { body, apiVersion } = object;
  const template = entry(body, 'spec', 'template', 'spec');
  const disruption = entry(body, 'spec', 'disruption');
  const from = placeOf(object);
  const grace = duration(entry(template, 'terminationGracePeriod'));
  const written =
    apiVersion === 'karpenter.sh/v1'
      ? entry(template, 'expireAfter')
      : entry(disruption, 'expireAfter');
  const auto = isAutoMode(object);
  return {
    ...common(object, entry(template, 'requirements')),
    autoMode: auto,
    ...(grace !== undefined && { terminationGracePeriod: grace }),
    expireAfter: isAbsent(written)
      ? { value: auto ? AUTO_MODE_LIFETIME : DEFAULT_LIFETIME, from }
      : lifetime(written),
    expireAfterWritten: !isAbsent(written),
    budgets: itemsAt(disruption, 'budgets').map(budget),
  };
}

/** A Provisioner's nodes live for ever unless it says otherwise. */
function ofProvisioner(object: KubeObject): PoolDrain {
  const ttl = number(entry(object.body, 'spec', 'ttlSecondsUntilExpired'));
  return {
    ...common(object, entry(object.body, 'spec', 'requirements')),
    autoMode: false,
    expireAfter: ttl ?? { value: 'Never', from: placeOf(object) },
    expireAfterWritten: ttl !== undefined,
    budgets: [],
  };
}

function common(
  object: KubeObject,
  requirements: Value | undefined,
): Pick<PoolDrain, 'pool' | 'apiVersion' | 'requirements' | 'from'> {
  const conditions: readonly LabelCondition[] = expressions(requirements);
  return {
    pool: nameOf(object),
    apiVersion: object.apiVersion,
    requirements: conditions,
    from: placeOf(object),
  };
}

const placeOf = ({ body, from }: KubeObject): Origin =>
  entry(body, 'metadata', 'name')?.from ?? from;

/** Undefined for what is absent or no duration: the check of fields says so. */
function duration(value: Value | undefined): Maybe<number> | undefined {
  const written = text(value);
  if (written === undefined || isUnknown(written)) return written;
  const seconds = durationSeconds(written.value);
  return seconds === undefined ? undefined : { value: seconds, from: written.from };
}

/** What is no lifetime is unknown here: the check of fields says that it is none. */
function lifetime(value: Value): Maybe<Lifetime> {
  const written = text(value);
  if (written !== undefined && !isUnknown(written) && written.value === 'Never')
    return { value: 'Never', from: written.from };
  return duration(value) ?? unknown('unread', 'expireAfter', value.from);
}

function budget(item: Value): NodeBudget {
  const reasons = entry(item, 'reasons');
  const schedule = wordAt(item, 'schedule');
  return {
    nodes: wordAt(item, 'nodes') ?? '10%',
    reasons: isAbsent(reasons)
      ? undefined
      : itemsAt(reasons).flatMap((reason) => wordAt(reason) ?? []),
    schedule,
    duration: wordAt(item, 'duration'),
    opens: schedule === undefined || everOpens(schedule),
    from: (entry(item, 'nodes') ?? item).from,
  };
}
