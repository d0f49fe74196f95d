/**
 * What a NodePool needs to have nodes at all, and to lose them in order: APIs
 * that serve it, a node class, a role that the cluster admits, and a place in
 * the order of the stack. What the text does not show is taken for granted, and said.
 */
import type { Block } from '../configuration/configuration.js';
import type { Cluster, Condition, Pool } from '../model/system.js';
import type { Origin } from '../source/span.js';
import { and } from '../value/logic.js';
import { entry, same, text } from '../value/read.js';
import { isUnknown, type Maybe } from '../value/value.js';
import { modulesAbove } from './addresses.js';
import { type ChartRelease, dependsOn } from './charts.js';
import type { RecogniseContext } from './context.js';
import { roleAt } from './identity.js';
import type { FoundPool } from './nodepools.js';
import { publication } from './publication.js';

export interface Karpenter {
  readonly context: RecogniseContext;
  readonly cluster: Cluster;
  /** The release of the controller, and its version as judged. */
  readonly release: ChartRelease;
  readonly version: string;
  /** The release of the CRDs, where they have one of their own. */
  readonly crds: ChartRelease | undefined;
}

/** The pool with what it needs; one that no API serves does not exist. */
export function ready(
  found: FoundPool,
  carrier: ChartRelease | undefined,
  karpenter: Karpenter,
): Pool {
  const { pool, object, nodeClass } = found;
  if (pool.kind !== 'NodePool') return pool;
  const { context, version } = karpenter;
  const serves = (apiVersion: string, kind: string): boolean =>
    context.facts.karpenter.serves(version, apiVersion, kind);
  const served = nodeClass === undefined || serves(nodeClass.apiVersion, nodeClass.kind);
  const conditions = [
    definitions(karpenter, pool.from),
    served ? classInSight(found) : refused(found),
    admission(found, karpenter),
    carrier === undefined ? undefined : order(carrier, found, karpenter),
  ].filter((condition) => condition !== undefined);
  const exists = and([pool.exists, serves(object.apiVersion, object.kind)]);
  return { ...pool, exists, conditions };
}

const condition = (
  from: Origin,
  says: string,
  assuming?: { readonly id: string; readonly says?: string },
): Condition => ({
  name: 'node-claim',
  open: true,
  from,
  says,
  ...(assuming && { assuming: { says, ...assuming } }),
});

/** Karpenter's CRDs come from its own chart at the first installation, or from a chart for them alone. */
function definitions({ context, release, crds }: Karpenter, from: Origin): Condition {
  if (crds === undefined)
    return release.skipsCrds === true
      ? condition(from, 'the CRDs of Karpenter are installed elsewhere', { id: 'crds' })
      : condition(from, 'the chart of Karpenter installs its CRDs');
  const [own, controller] = [crds.version, release.version];
  const written = own === undefined ? 'the newest release' : isUnknown(own) ? own.term : own.value;
  const says = `the CRDs are those of ${written}`;
  const fit = own !== undefined && controller !== undefined && same(own, controller) === true;
  if (!fit)
    return condition(crds.from, says, {
      id: 'crds',
      says: `${says} and fit Karpenter all the same`,
    });
  const published = publication(context, crds);
  return published === undefined
    ? condition(crds.from, says)
    : { ...published, name: 'node-claim', says: `${says}: ${published.says}` };
}

const classInSight = ({ pool, nodeClass, reference }: FoundPool): Condition => {
  const name = textOf(text(entry(reference, 'name')));
  const says = `its node class ${name}`;
  return nodeClass === undefined
    ? condition(pool.from, `${says} is outside these files`, { id: `node-class:${name}` })
    : condition(nodeClass.from, `${says} is in sight`);
};

const refused = ({ nodeClass, pool }: FoundPool): Condition => ({
  ...condition(
    nodeClass?.from ?? pool.from,
    `no API serves its node class as ${nodeClass?.apiVersion ?? ''}`,
  ),
  open: false,
});

/** A node whose role the cluster does not admit never joins. */
function admission(
  { nodeClass }: FoundPool,
  { context, cluster }: Karpenter,
): Condition | undefined {
  const role = text(entry(nodeClass?.body, 'spec', 'role'));
  if (nodeClass === undefined || context.configuration.blocks.length === 0) return undefined;
  if (role === undefined)
    return condition(nodeClass.from, 'the cluster admits the role of its instance profile', {
      id: 'node-role',
    });
  const entryBlock = context
    .resources('aws_eks_access_entry')
    .find((block) => admits(context, block, role, cluster));
  const name = textOf(role);
  return entryBlock === undefined
    ? condition(role.from, `the role ${name} exists, and the cluster admits it`, {
        id: `node-role:${name}`,
      })
    : condition(entryBlock.from, `${entryBlock.address} admits the role ${name}`);
}

const NODE_TYPES = new Set(['EC2_LINUX', 'EC2_WINDOWS']);

function admits(
  context: RecogniseContext,
  block: Block,
  role: Maybe<string>,
  cluster: Cluster,
): boolean {
  const principal = text(entry(block.body, 'principal_arn'));
  const name = text(entry(block.body, 'cluster_name'));
  const type = text(entry(block.body, 'type'));
  if (principal === undefined || name === undefined || type === undefined) return false;
  if (same(name, cluster.name) !== true) return false;
  if (!isUnknown(type) && !NODE_TYPES.has(type.value)) return false;
  const made = roleAt(context, principal);
  if (made === undefined)
    return !isUnknown(principal) && !isUnknown(role) && principal.value.endsWith(`/${role.value}`);
  if (isUnknown(role) && role.term === `${made.address}.name`) return true;
  const own = text(entry(made.body, 'name'));
  return own !== undefined && same(own, role) === true;
}

/** What a stack's NodePools need must come before them, and go after them. */
function order(carrier: ChartRelease, { pool }: FoundPool, karpenter: Karpenter): Condition {
  const { context, release, crds } = karpenter;
  const needs = [
    release.address,
    ...(crds === undefined ? [] : [crds.address]),
    ...context.resources('aws_eks_access_entry').map(({ address }) => address),
  ];
  const before = [
    ...carrier.dependsOn,
    ...modulesAbove(carrier.address).flatMap((call) => callDependsOn(context, call)),
  ];
  const missing = needs.filter((address) => !before.some((one) => isWithin(address, one)));
  const says = `${carrier.address} comes after ${needs.join(', ')}`;
  if (missing.length === 0) return condition(carrier.from, says);
  return condition(pool.from, says, {
    id: `order:${carrier.address}`,
    says: `nothing takes ${missing.join(', ')} away before ${carrier.address}`,
  });
}

/** What the call of a module instance comes after, and so everything in it. */
const callDependsOn = ({ blockAt }: RecogniseContext, call: string): readonly string[] => {
  const block = blockAt(call);
  return block === undefined ? [] : dependsOn(block);
};

const isWithin = (address: string, outer: string): boolean =>
  address === outer || address.startsWith(`${outer}.`) || address.startsWith(`${outer}[`);

const textOf = (value: Maybe<string> | undefined): string =>
  value === undefined ? 'without a name' : isUnknown(value) ? value.term : value.value;

/** The controller and its CRDs among the releases; undefined where Karpenter is not installed here. */
export function karpenterOf(
  context: RecogniseContext,
  cluster: Cluster,
  releases: readonly ChartRelease[],
  version: string | undefined,
): Karpenter | undefined {
  const named = (chart: string): ChartRelease | undefined =>
    releases.find((one) => one.chart !== undefined && textOf(one.chart) === chart);
  const release = named('karpenter');
  if (release === undefined || version === undefined) return undefined;
  return { context, cluster, release, version, crds: named('karpenter-crd') };
}
