/** What a schema cannot say of one policy by itself: names that must exist, versions that must fit, lengths that AWS limits. */
import type { Finding } from '../diagnostics/finding.js';
import { suggestion } from '../diagnostics/suggest.js';
import { compareVersions } from '../facts/range.js';
import type { Origin } from '../source/span.js';
import { itemsAt, mapAt, textAt } from './fields.js';
import { type Intent, type PoolIntent, textOf } from './intent.js';
import { checkReach } from './owner-reach.js';
import type { PolicyFacts } from './read.js';

export function checkPolicy(intent: Intent, facts: PolicyFacts): readonly Finding[] {
  return [
    ...checkNames(intent),
    ...checkVersions(intent, facts),
    ...checkLengths(intent),
    ...intent.pools.flatMap((pool) => [...checkPool(intent, pool)]),
    ...checkReach(intent, facts.reactions),
  ];
}

const error = (rule: string, message: string, from: Origin, help: string): Finding => ({
  rule,
  severity: 'error',
  message,
  at: from.at,
  help,
});

function* checkNames(intent: Intent): Generator<Finding> {
  const classes = intent.nodeClasses.map((nodeClass) => nodeClass.name.value);
  for (const { nodeClass } of intent.pools)
    if (nodeClass !== undefined && !classes.includes(nodeClass.value))
      yield error(
        'invalid-policy',
        `no node class is called "${nodeClass.value}"`,
        nodeClass.from,
        suggestion(nodeClass.value, classes, 'node classes'),
      );
  const names = intent.pools.map((pool) => pool.name.value);
  for (const [name, rules] of mapAt(intent.drain, 'pools') ?? [])
    if (!names.includes(name))
      yield error(
        'invalid-policy',
        `drain rules for "${name}", but no pool is called so`,
        'key' in rules && rules.key !== undefined ? { at: rules.key } : rules.from,
        suggestion(name, names, 'pools'),
      );
}

function* checkVersions(intent: Intent, facts: PolicyFacts): Generator<Finding> {
  const { karpenter, nth, pools } = intent;
  const known = facts.karpenter.karpenterVersions();
  const nodePools = pools.filter((pool) => pool.kind === 'NodePool');
  if (nodePools.length > 0) {
    if (!known.includes(karpenter.chart.value))
      yield error(
        'unavailable-chart',
        `no chart "${karpenter.chart.value}" of Karpenter is known`,
        karpenter.chart.from,
        suggestion(karpenter.chart.value, known.slice(-40), 'charts'),
      );
    else yield* checkKubernetes(intent, facts);
  }
  const charts = facts.nth.nthCharts();
  if (!charts.includes(nth.chart.value))
    yield error(
      'unavailable-chart',
      `no chart "${nth.chart.value}" of AWS Node Termination Handler is known`,
      nth.chart.from,
      suggestion(nth.chart.value, charts, 'charts'),
    );
}

/** Releases before carry the kinds in their CRDs, but no controller acts on them (aws/karpenter-provider-aws@v0.32.0 website/content/en/v0.32/upgrading/v1beta1-migration.md). */
const NODEPOOLS_SINCE = '0.32.0';

function* checkKubernetes(intent: Intent, facts: PolicyFacts): Generator<Finding> {
  const chart = intent.karpenter.chart;
  if (compareVersions(chart.value, NODEPOOLS_SINCE) < 0)
    yield error(
      'removed-api',
      `chart ${chart.value} of Karpenter serves no NodePool`,
      chart.from,
      'write chart 0.32.0 or later',
    );
  const version = textOf(intent.cluster.kubernetesVersion);
  const range = facts.karpenter.kubernetesRange(chart.value);
  if (version === undefined || range === undefined) return;
  if (facts.karpenter.supportsKubernetes(chart.value, version)) return;
  yield {
    ...error(
      'unsupported-kubernetes',
      `chart ${chart.value} of Karpenter supports Kubernetes ${range.min} to ${range.max}, the cluster has ${version}`,
      chart.from,
      `write chart ${facts.karpenter.newestFor(version)}`,
    ),
    related: [{ at: intent.cluster.kubernetesVersion.from.at, message: 'the cluster is here' }],
  };
}

/** IAM role names end at 64 characters, SQS queue names at 80 (IAM and SQS quotas). */
function* checkLengths({ cluster, karpenter }: Intent): Generator<Finding> {
  const name = textOf(cluster.name);
  if (name === undefined) return;
  const role = karpenter.nodeRoleName?.value ?? '';
  if (role.length > 64)
    yield error(
      'invalid-policy',
      `the node role "${role}" is longer than the 64 characters that IAM allows`,
      cluster.name.from,
      'give it a shorter name with handlers.karpenter.nodeRoleName',
    );
  if (`aws-nth-${name}`.length > 80 || `karpenter-${name}`.length > 80)
    yield error(
      'invalid-policy',
      `the queues made from the cluster name "${name}" are longer than the 80 characters that SQS allows`,
      cluster.name.from,
      'use a cluster name of at most 70 characters',
    );
}

const CAPACITY_TYPE = 'karpenter.sh/capacity-type';
const ZONE = 'topology.kubernetes.io/zone';

function* checkPool(intent: Intent, pool: PoolIntent): Generator<Finding> {
  const said = (key: string, by: string): Finding | undefined => {
    const requirement = itemsAt(pool.body, 'requirements').find(
      (item) => textAt(item, 'key')?.value === key,
    );
    if (requirement === undefined) return undefined;
    return error(
      'invalid-policy',
      `"${key}" of "${pool.name.value}" is said twice: by "${by}" and by a requirement`,
      requirement.from,
      `leave the requirement out; "${by}" makes it`,
    );
  };
  const capacity = said(CAPACITY_TYPE, 'mix');
  if (capacity !== undefined) yield capacity;
  const zones = itemsAt(pool.body, 'zones').length > 0 ? said(ZONE, 'zones') : undefined;
  if (zones !== undefined) yield zones;
  if (pool.kind !== 'SelfManagedNodeGroup' || pool.autoScalingGroup !== undefined) return;
  const owned = intent.owner(pool, 'asg-termination').owner;
  if (owned === 'nth' && intent.nth.mode.value === 'queue')
    yield error(
      'invalid-policy',
      `"${pool.name.value}" is owned by NTH but says no "autoScalingGroup"`,
      pool.name.from,
      'add autoScalingGroup: { terraform: module.eks... } with the ARN of the group, which gets the hook',
    );
}
