/** Where NTH's DaemonSet runs: its node selector, affinity and tolerations against a pool's labels and taints. */
import type { Placement, Pool, Taint } from '../model/system.js';
import { and, not, or, type Tri } from '../value/logic.js';
import { elements, entry, isAbsent, text } from '../value/read.js';
import {
  isMap,
  isUnknown,
  known,
  type Maybe,
  type Unknown,
  unknown,
  type Value,
} from '../value/value.js';
import { settingOf, type ValueTree } from './values.js';

type Nth = typeof import('../facts/nth.js');

/** The chart's own defaults where the values say nothing (aws-node-termination-handler@v1.25.6 config/helm values.yaml). */
const DEFAULT_TOLERATES_ALL = true;

export function daemonSetPlacement(
  values: ValueTree,
  chart: string,
  nth: Nth,
): (pool: Pool) => Placement {
  const winner = (field: 'nodeSelector' | 'affinity' | 'tolerations'): Value | undefined =>
    nth
      .precedence(chart, 'linux', field)
      .map((key) => settingOf(values, key, new Map()))
      .find((value) => value !== undefined && !isEmpty(value));
  const selector = winner('nodeSelector');
  const affinity = winner('affinity');
  const tolerations = winner('tolerations');
  return (pool) => {
    if (pool.kind === 'FargateProfile')
      return { open: false, because: 'no DaemonSet runs on Fargate' };
    const selected = selects(selector, pool);
    const attracted = matchesAffinity(affinity, pool);
    const tolerated = tolerates(tolerations, pool);
    const open = and([selected, attracted, tolerated]);
    const because =
      selected === false
        ? "its node selector does not match the pool's labels"
        : attracted === false
          ? "its node affinity does not match the pool's labels"
          : tolerated === false
            ? "it does not tolerate the pool's taints"
            : "the DaemonSet runs on the pool's nodes";
    const from = (selected === false ? selector : attracted === false ? affinity : tolerations)
      ?.from;
    return { open, because, ...(from === undefined ? {} : { from }) };
  };
}

/** What a pod asks of the node that it is to run on. */
export interface Demand {
  readonly selector: Value | undefined;
  readonly affinity: Value | undefined;
  readonly tolerations: Value | undefined;
}

/** Whether a pod of a Deployment may run on a pool's nodes; without tolerations it tolerates nothing. */
export const mayRunOn = ({ selector, affinity, tolerations }: Demand, pool: Pool): Tri =>
  and([
    selects(selector, pool),
    matchesAffinity(affinity, pool),
    tolerates(tolerations ?? known([], pool.from), pool),
  ]);

const isEmpty = (value: Value): boolean =>
  !isUnknown(value) &&
  (value.value === null ||
    (Array.isArray(value.value) && value.value.length === 0) ||
    (isMap(value.value) && value.value.size === 0));

/** The value of a label on the pool's nodes: undefined where they lack it, unknown where that cannot be said. */
function label(pool: Pool, key: string): Maybe<string> | undefined {
  const own = WELL_KNOWN[key]?.(pool);
  if (own !== undefined) return own;
  if (isUnknown(pool.labels)) return { ...pool.labels, term: `${pool.labels.term}["${key}"]` };
  const value = pool.labels.value.get(key);
  if (value !== undefined) return { value, from: pool.labels.from };
  if (OF_THE_NODE.test(key)) return unknownLabel(pool, key);
  if (OF_THE_KIND.test(key)) return undefined;
  return pool.presence === 'supposed' ? unknownLabel(pool, key) : undefined;
}

const unknownLabel = (pool: Pool, key: string): Unknown =>
  unknown('unread', `label ${key} of ${pool.id}`, pool.from);

/** Labels that the kubelet or the cloud sets on every node, of values that the texts do not tell. */
const OF_THE_NODE =
  /^(kubernetes\.io|node\.kubernetes\.io|topology\.kubernetes\.io|beta\.kubernetes\.io)\//;
/** Labels that only come with a kind of pool: another kind lacks them. */
const OF_THE_KIND = /^(eks\.amazonaws\.com|karpenter\.sh|karpenter\.k8s\.aws)\//;

type LabelOf = (pool: Pool) => Maybe<string> | undefined;

const fixed = (pool: Pool, value: string): Maybe<string> => ({ value, from: pool.from });

/** Labels that follow from the kind of pool. */
const WELL_KNOWN: Readonly<Record<string, LabelOf | undefined>> = {
  'kubernetes.io/os': (pool) => fixed(pool, 'linux'),
  'beta.kubernetes.io/os': (pool) => fixed(pool, 'linux'),
  'karpenter.sh/nodepool': (pool) =>
    pool.kind === 'NodePool' || pool.kind === 'AutoMode' ? pool.name : undefined,
  'eks.amazonaws.com/nodegroup': (pool) =>
    pool.kind === 'ManagedNodeGroup' ? pool.name : undefined,
  'eks.amazonaws.com/compute-type': (pool) =>
    pool.kind === 'AutoMode' ? fixed(pool, 'auto') : undefined,
  'karpenter.sh/capacity-type': (pool) =>
    pool.kind === 'NodePool' || pool.kind === 'AutoMode'
      ? capacityLabel(pool, 'spot', 'on-demand')
      : undefined,
  'eks.amazonaws.com/capacityType': (pool) =>
    pool.kind === 'ManagedNodeGroup' ? capacityLabel(pool, 'SPOT', 'ON_DEMAND') : undefined,
};

/** One capacity type gives the label's value; several leave it to the node. */
function capacityLabel(pool: Pool, spot: string, onDemand: string): Maybe<string> {
  if (pool.can.spot === true && pool.can['on-demand'] === false && pool.can.reserved === false)
    return fixed(pool, spot);
  if (pool.can.spot === false && pool.can.reserved === false) return fixed(pool, onDemand);
  return unknownLabel(pool, 'capacity type');
}

function selects(selector: Value | undefined, pool: Pool): Tri {
  if (selector === undefined) return true;
  if (isUnknown(selector)) return selector;
  if (!isMap(selector.value)) return true;
  return and(
    [...selector.value].map(([key, wanted]): Tri => {
      const value = text(wanted);
      const own = label(pool, key);
      if (own === undefined) return false;
      if (value === undefined) return true;
      if (isUnknown(value)) return value;
      return isUnknown(own) ? own : own.value === value.value;
    }),
  );
}

/** Terms are alternatives; the expressions of one term hold together (Kubernetes API, NodeSelectorTerm). */
function matchesAffinity(affinity: Value | undefined, pool: Pool): Tri {
  const required = entry(
    affinity,
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
  );
  if (required === undefined || isAbsent(required)) return true;
  const terms = elements(entry(required, 'nodeSelectorTerms'));
  if ('unknown' in terms) return terms;
  if (terms.length === 0) return true;
  return or(
    terms.map((term) => {
      const expressions = elements(entry(term, 'matchExpressions'));
      return 'unknown' in expressions
        ? expressions
        : and(expressions.map((expression) => matchesExpression(expression, pool)));
    }),
  );
}

function matchesExpression(expression: Value, pool: Pool): Tri {
  const key = text(entry(expression, 'key'));
  const operator = text(entry(expression, 'operator'));
  if (key === undefined || operator === undefined) return true;
  if (isUnknown(key)) return key;
  if (isUnknown(operator)) return operator;
  const own = label(pool, key.value);
  const present: Tri = own === undefined ? false : isUnknown(own) ? presence(own) : true;
  switch (operator.value) {
    case 'Exists':
      return present;
    case 'DoesNotExist':
      return not(present);
    case 'In':
      return own === undefined ? false : isOneOf(own, entry(expression, 'values'));
    case 'NotIn':
      return own === undefined ? true : not(isOneOf(own, entry(expression, 'values')));
    default:
      return unknown('unread', `${operator.value} on ${key.value}`, pool.from);
  }
}

/** A label whose value is open is there all the same where it comes with the kind of pool. */
const presence = (own: Unknown): Tri => (own.term.startsWith('label ') ? true : own);

function isOneOf(own: Maybe<string>, values: Value | undefined): Tri {
  const items = elements(values);
  if ('unknown' in items) return items;
  return or(
    items.map((item): Tri => {
      const value = text(item);
      if (value === undefined) return false;
      if (isUnknown(value)) return value;
      return isUnknown(own) ? own : own.value === value.value;
    }),
  );
}

function tolerates(tolerations: Value | undefined, pool: Pool): Tri {
  if (tolerations === undefined) return DEFAULT_TOLERATES_ALL;
  const items = elements(tolerations);
  if ('unknown' in items) return items;
  if (isUnknown(pool.taints)) {
    const all = items.some((item) => isAbsent(entry(item, 'key')) && operatorOf(item) === 'Exists');
    return all ? true : pool.taints;
  }
  return and(
    pool.taints.value
      .filter((taint) => taint.effect !== 'PreferNoSchedule')
      .map((taint) => or(items.map((item) => toleratesTaint(item, taint)))),
  );
}

function operatorOf(toleration: Value): string {
  const operator = text(entry(toleration, 'operator'));
  return operator === undefined || isUnknown(operator) ? 'Equal' : operator.value;
}

function toleratesTaint(toleration: Value, taint: Taint): Tri {
  const effect = text(entry(toleration, 'effect'));
  if (
    effect !== undefined &&
    !isUnknown(effect) &&
    effect.value !== '' &&
    effect.value !== taint.effect
  )
    return false;
  const key = text(entry(toleration, 'key'));
  const operator = operatorOf(toleration);
  if (key === undefined) return operator === 'Exists';
  if (isUnknown(key)) return key;
  if (key.value !== taint.key) return false;
  if (operator === 'Exists') return true;
  const value = text(entry(toleration, 'value'));
  if (value !== undefined && isUnknown(value)) return value;
  return (value?.value ?? '') === (taint.value ?? '');
}
