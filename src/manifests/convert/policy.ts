/** NodePools and node classes of v1 as a policy that makes them: what they say, in its words. */
import { Document, isCollection, isMap, type Node, visit } from 'yaml';
import type { KubeObject } from '../../configuration/configuration.js';
import type { Finding, Severity } from '../../diagnostics/finding.js';
import { plain as plainOf } from '../../value/read.js';
import { nameOf } from '../kube.js';
import { fieldAt, mapAt, nodeOf } from './nodes.js';

export interface PolicyText {
  readonly text: string;
  readonly findings: readonly Finding[];
}

interface Requirement {
  readonly key?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

interface PoolSpec {
  readonly template?: {
    readonly metadata?: { readonly labels?: object; readonly annotations?: object };
    readonly spec?: Readonly<Record<string, unknown>> & {
      readonly requirements?: readonly Requirement[];
      readonly nodeClassRef?: { readonly name?: string };
    };
  };
  readonly disruption?: object;
  readonly limits?: object;
  readonly weight?: number;
}

/** The policy of the pools among the objects; undefined where there is none. */
export function policyOf(objects: readonly KubeObject[]): PolicyText | undefined {
  const pools = objects.filter(isOf('karpenter.sh/v1', 'NodePool'));
  const classes = objects.filter(isOf('karpenter.k8s.aws/v1', 'EC2NodeClass'));
  const [first] = pools;
  if (first === undefined) return undefined;
  const findings: Finding[] = [];
  const ask = (what: string, line: string, severity: Severity = 'error'): void => {
    const at = first.from.at;
    findings.push({
      rule: 'underivable-value',
      severity,
      message: `the manifests do not say ${what}`,
      at: { ...at, end: at.start },
      help: `write: ${line}`,
    });
  };
  const zones = pools.flatMap((pool) => zonesOf(specOf(pool)));
  const region = regionOf(zones);
  const cluster = clusterOf(classes);
  if (cluster === undefined) ask('which cluster they are for', 'name: CLUSTER (in cluster)');
  if (region === undefined) ask('which region they are for', 'region: REGION (in cluster)');
  ask("the cluster's Kubernetes version", 'kubernetesVersion: "1.VERSION" (in cluster)');
  ask(
    'where Karpenter itself runs',
    'a ManagedNodeGroup or FargateProfile (in capacity)',
    'warning',
  );
  const drain = Object.fromEntries(pools.map((pool) => [nameOf(pool), drainOf(specOf(pool))]));
  const policy = {
    apiVersion: 'interlock/v1',
    kind: 'InterruptionPolicy',
    metadata: { name: cluster ?? nameOf(first) },
    cluster: {
      name: cluster ?? 'CLUSTER',
      region: region ?? 'REGION',
      kubernetesVersion: 'VERSION',
    },
    capacity: pools.map((pool) => capacityOf(pool, findings)),
    nodeClasses: classes.map((one) => ({ name: nameOf(one), spec: classSpec(one) })),
    interruption: { owner: { NodePool: 'karpenter' } },
    drain: { pools: drain },
  };
  return { text: textOf(policy), findings };
}

const isOf =
  (apiVersion: string, kind: string) =>
  (object: KubeObject): boolean =>
    object.apiVersion === apiVersion && object.kind === kind;

/** Placeholders of other tools stay what they are. */
const dataOf = ({ body }: KubeObject): { readonly spec?: unknown } =>
  plainOf(body, ({ term }) => term) as { readonly spec?: unknown };

const specOf = (pool: KubeObject): PoolSpec => (dataOf(pool).spec ?? {}) as PoolSpec;

const CAPACITY_TYPE = 'karpenter.sh/capacity-type';
const ZONE = 'topology.kubernetes.io/zone';

const requirementsOf = ({ template }: PoolSpec): readonly Requirement[] =>
  template?.spec?.requirements ?? [];

const zonesOf = (spec: PoolSpec): readonly string[] =>
  requirementsOf(spec).find(({ key, operator }) => key === ZONE && operator === 'In')?.values ?? [];

function capacityOf(pool: KubeObject, findings: Finding[]): object {
  const spec = specOf(pool);
  const { template, limits, weight } = spec;
  const zones = zonesOf(spec);
  const others = requirementsOf(spec).filter(
    ({ key, operator }) =>
      key !== CAPACITY_TYPE && !(key === ZONE && operator === 'In' && zones.length > 0),
  );
  return present({
    name: nameOf(pool),
    kind: 'NodePool',
    mix: mixOf(pool, findings),
    labels: template?.metadata?.labels,
    annotations: template?.metadata?.annotations,
    taints: template?.spec?.taints,
    startupTaints: template?.spec?.startupTaints,
    requirements: others.length === 0 ? undefined : others,
    zones: zones.length === 0 ? undefined : zones,
    limits,
    weight,
    nodeClass: template?.spec?.nodeClassRef?.name ?? '',
  });
}

/** The mix by the capacity types that the requirements leave. */
function mixOf(pool: KubeObject, findings: Finding[]): object {
  const bounds = requirementsOf(specOf(pool)).filter(({ key }) => key === CAPACITY_TYPE);
  const can = (type: string): boolean =>
    bounds.every(({ operator, values = [] }) =>
      operator === 'In' ? values.includes(type) : operator !== 'NotIn' || !values.includes(type),
    );
  const [spot, onDemand, reserved] = [can('spot'), can('on-demand'), can('reserved')];
  if (spot && onDemand) return { prefer: 'spot' };
  if (spot) return { spot: 100 };
  if (onDemand) return { onDemand: 100 };
  if (reserved) return { reserved: 100 };
  findings.push({
    rule: 'underivable-value',
    severity: 'error',
    message: `which capacity "${nameOf(pool)}" may launch is not said in words that a mix has`,
    at: pool.from.at,
    help: 'write: mix: { prefer: spot } (or { onDemand: 100 })',
  });
  return { onDemand: 100 };
}

function drainOf({ template, disruption }: PoolSpec): object {
  return present({
    expireAfter: template?.spec?.expireAfter,
    terminationGracePeriod: template?.spec?.terminationGracePeriod,
    disruption,
  });
}

/** An empty role is one to fill in; a policy gives the nodes its own. */
function classSpec(nodeClass: KubeObject): object {
  const spec = (dataOf(nodeClass).spec ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(spec).filter(([key, value]) => key !== 'role' || value));
}

const present = (data: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

/** `ap-northeast-2` of `ap-northeast-2a`, where all zones agree. */
function regionOf(zones: readonly string[]): string | undefined {
  const regions = new Set(zones.map((zone) => /^([a-z]{2}(?:-[a-z]+)+-\d)[a-z]$/.exec(zone)?.[1]));
  const [region] = regions;
  return regions.size === 1 ? region : undefined;
}

const VALUES = ['karpenter.sh/discovery', 'aws:eks:cluster-name', 'eks:eks-cluster-name'];
const KEYS = /^(?:karpenter\.sh\/discovery|kubernetes\.io\/cluster)\/(.+)$/;

/** The cluster that selectors and tags name. */
function clusterOf(classes: readonly KubeObject[]): string | undefined {
  const names = classes
    .flatMap((one) => tagsIn(dataOf(one).spec))
    .flatMap(([key, value]) => {
      const inKey = KEYS.exec(key)?.[1];
      if (inKey !== undefined) return [inKey];
      return VALUES.includes(key) && /^[A-Za-z0-9][\w-]*$/.test(value) ? [value] : [];
    });
  return names[0];
}

function tagsIn(data: unknown): readonly (readonly [string, string])[] {
  if (Array.isArray(data)) return data.flatMap(tagsIn);
  if (data === null || typeof data !== 'object') return [];
  return Object.entries(data).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : tagsIn(value),
  );
}

/** Written as people write policies: small things on one line. */
function textOf(policy: object): string {
  const document = new Document();
  document.contents = nodeOf(policy);
  visit(document, {
    Collection(_, node) {
      if (isSmall(node)) node.flow = true;
      return node.flow ? visit.SKIP : undefined;
    },
  });
  const cluster = isMap(document.contents) ? mapAt(document.contents, 'cluster') : undefined;
  if (cluster !== undefined) cluster.flow = false;
  for (const key of ['name', 'region', 'kubernetesVersion']) {
    const value = fieldAt(cluster, key)?.value;
    if (value && /^[A-Z]+$/.test(String(value))) value.comment = ' fill in';
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

function isSmall(node: Node): boolean {
  if (!isCollection(node) || node.items.length === 0 || node.items.length > 4) return false;
  return String(node).length < 90 && !/^ {4}/m.test(String(node));
}
