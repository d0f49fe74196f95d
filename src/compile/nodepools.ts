/** NodePools and EC2NodeClasses of a policy as manifests of the chart version in use, as expressions. */
import type { Finding } from '../diagnostics/finding.js';
import { itemsAt, mapAt, textAt } from '../policy/fields.js';
import type { NodeClassIntent, PoolIntent } from '../policy/intent.js';
import { type Share, SPREAD_LABEL, sharesOf } from '../policy/mix.js';
import { managedTagOf } from '../policy/nth-sets.js';
import type { Span } from '../source/span.js';
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';
import { entry } from '../value/read.js';
import { isMap, isUnknown, type Value } from '../value/value.js';
import type { CompileContext } from './context.js';
import { nodeRoleName } from './names.js';

type Entries = (readonly [string, Expression])[];

export interface Manifests {
  readonly objects: readonly Expression[];
  readonly findings: readonly Finding[];
}

/** The objects in the order in which Karpenter needs them: classes, then pools. */
export function nodePoolManifests(context: CompileContext): Manifests {
  const version = apiVersion(context);
  const findings: Finding[] = [];
  const objects = [
    ...context.intent.nodeClasses.map((nodeClass) => nodeClassObject(context, nodeClass, version)),
    ...context.intent.pools
      .filter((pool) => pool.kind === 'NodePool')
      .flatMap((pool) =>
        sharesOf(pool).map((share) => poolObject(context, pool, share, version, findings)),
      ),
  ];
  return { objects, findings };
}

type ApiVersion = 'v1' | 'v1beta1';

/** v1 wherever the chart serves it as the version it stores; else v1beta1. */
function apiVersion({ intent, facts }: CompileContext): ApiVersion {
  const api = facts.karpenter
    .servedApis(intent.karpenter.chart.value)
    .find((candidate) => candidate.kind === 'NodePool');
  return api?.storage === 'v1' ? 'v1' : 'v1beta1';
}

function nodeClassObject(
  context: CompileContext,
  nodeClass: NodeClassIntent,
  version: ApiVersion,
): Expression {
  const { bind } = context;
  const at = nodeClass.from.at;
  const spec: Entries = [...specEntries(nodeClass.spec)].map(([key, value]) => [
    key,
    bind.value(value),
  ]);
  const written = new Set(spec.map(([key]) => key));
  // A literal name: one that is known after apply only would replace every node at each change.
  if (!written.has('role') && !written.has('instanceProfile'))
    spec.push(['role', nodeRoleName(context, at)]);
  const tag = managedTag(context, nodeClass);
  if (tag !== undefined) addTag(spec, tag, at);
  return object(`karpenter.k8s.aws/${version}`, 'EC2NodeClass', nodeClass.name.value, [], spec, at);
}

const specEntries = (spec: Value): ReadonlyMap<string, Value> =>
  !isUnknown(spec) && isMap(spec.value) ? spec.value : new Map();

/** NTH in queue mode knows its nodes by a tag, so a class whose pools it owns must carry it. */
function managedTag(
  { intent, facts, findings }: CompileContext,
  nodeClass: NodeClassIntent,
): string | undefined {
  const pools = intent.pools.filter(
    (pool) => pool.kind === 'NodePool' && pool.nodeClass?.value === nodeClass.name.value,
  );
  const tags = pools.map((pool) => managedTagOf(intent, facts.reactions, pool));
  if (new Set(tags).size > 1)
    findings.push({
      rule: 'unexpressible-owner',
      severity: 'error',
      message: `the pools ${pools.map(({ name }) => `"${name.value}"`).join(', ')} share the node class "${nodeClass.name.value}" but not what NTH owns of them, and NTH knows nodes by the tags of their class`,
      at: nodeClass.name.from.at,
      help: 'give pools with different owners node classes of their own',
    });
  return tags[0];
}

function addTag(spec: Entries, tag: string, at: Span): void {
  const index = spec.findIndex(([key]) => key === 'tags');
  const before = index < 0 ? undefined : spec[index]?.[1];
  const entries =
    before?.kind === 'object'
      ? before.entries.map(
          ({ key, value }) => [String(key.kind === 'literal' ? key.value : ''), value] as const,
        )
      : [];
  const tags = make.object(
    [...entries.filter(([key]) => key !== tag), [tag, make.literal('true', at)]],
    at,
  );
  if (index < 0) spec.push(['tags', tags]);
  else spec[index] = ['tags', tags];
}

function poolObject(
  context: CompileContext,
  pool: PoolIntent,
  share: Share,
  version: ApiVersion,
  findings: Finding[],
): Expression {
  const { bind, intent } = context;
  const at = pool.from.at;
  const verbatim = (key: string): Entries => {
    const value = entry(pool.body, key);
    return value === undefined ? [] : [[key, bind.value(value)]];
  };
  const drain = entry(intent.drain, 'pools', pool.name.value);
  const metadata: Entries = [...verbatim('labels'), ...verbatim('annotations')];
  const spec: Entries = [
    ['nodeClassRef', nodeClassRef(pool, version)],
    ...verbatim('taints'),
    ...verbatim('startupTaints'),
    ['requirements', requirements(context, pool, share)],
    ...(version === 'v1' ? lifetimes(context, drain) : []),
  ];
  if (version === 'v1beta1') refuseGracePeriod(context, pool, drain, findings);
  const template = make.object(
    [
      ...(metadata.length === 0 ? [] : [['metadata', make.object(metadata, at)] as const]),
      ['spec', make.object(spec, at)],
    ],
    at,
  );
  const body: Entries = [
    ['template', template],
    ...disruption(context, drain, version),
    ...verbatim('limits'),
    ...verbatim('weight'),
  ];
  return object(`karpenter.sh/${version}`, 'NodePool', share.name, [], body, at);
}

function object(
  apiVersion: string,
  kind: string,
  name: string,
  labels: Entries,
  spec: Entries,
  at: Span,
): Expression {
  const metadata: Entries = [['name', make.literal(name, at)]];
  if (labels.length > 0) metadata.push(['labels', make.object(labels, at)]);
  return make.object(
    [
      ['apiVersion', make.literal(apiVersion, at)],
      ['kind', make.literal(kind, at)],
      ['metadata', make.object(metadata, at)],
      ['spec', make.object(spec, at)],
    ],
    at,
  );
}

function nodeClassRef(pool: PoolIntent, version: ApiVersion): Expression {
  const at = pool.nodeClass?.from.at ?? pool.from.at;
  const name = pool.nodeClass?.value ?? '';
  return version === 'v1'
    ? make.fromData({ group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name }, at)
    : make.fromData({ apiVersion: 'karpenter.k8s.aws/v1beta1', kind: 'EC2NodeClass', name }, at);
}

function requirements({ bind }: CompileContext, pool: PoolIntent, share: Share): Expression {
  const at = pool.mix.from.at;
  const made = (key: string, values: readonly string[], from: Span): Expression =>
    make.fromData({ key, operator: 'In', values }, from);
  const zones = itemsAt(pool.body, 'zones');
  return make.list(
    [
      made('karpenter.sh/capacity-type', share.capacityTypes, at),
      ...(zones.length === 0
        ? []
        : [
            made(
              'topology.kubernetes.io/zone',
              zones.map((zone) => textAt(zone)?.value ?? ''),
              zones[0]?.from.at ?? at,
            ),
          ]),
      ...itemsAt(pool.body, 'requirements').map((item) => bind.value(item)),
      ...(share.spread === undefined ? [] : [made(SPREAD_LABEL, share.spread, at)]),
    ],
    at,
  );
}

function lifetimes({ bind }: CompileContext, drain: Value | undefined): Entries {
  return ['expireAfter', 'terminationGracePeriod'].flatMap((key) => {
    const value = entry(drain, key);
    return value === undefined ? [] : [[key, bind.value(value)] as const];
  });
}

/** Until v1beta1 the lifetime of a node stands in the disruption block. */
function disruption(
  { bind, at }: CompileContext,
  drain: Value | undefined,
  version: ApiVersion,
): Entries {
  const written = mapAt(drain, 'disruption') ?? new Map<string, Value>();
  const entries: Entries = [...written].map(([key, value]) => [key, bind.value(value)]);
  const expireAfter = entry(drain, 'expireAfter');
  if (version === 'v1beta1' && expireAfter !== undefined)
    entries.push(['expireAfter', bind.value(expireAfter)]);
  return entries.length === 0
    ? []
    : [['disruption', make.object(entries, entry(drain, 'disruption')?.from.at ?? at)]];
}

function refuseGracePeriod(
  { intent }: CompileContext,
  pool: PoolIntent,
  drain: Value | undefined,
  findings: Finding[],
): void {
  const value = entry(drain, 'terminationGracePeriod');
  if (value === undefined) return;
  findings.push({
    rule: 'unexpressible-setting',
    severity: 'error',
    message: `chart ${intent.karpenter.chart.value} of Karpenter has no terminationGracePeriod, so nothing bounds the drain of "${pool.name.value}"`,
    at: ('key' in value && value.key) || value.from.at,
    pool: pool.name.value,
    help: 'use chart 1.0.0 or later, or leave the setting out',
  });
}
