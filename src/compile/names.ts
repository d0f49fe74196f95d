/** Names that are made from the cluster's, and how long that may be for them to fit. */
import { nthSets } from '../policy/nth-sets.js';
import type { Span } from '../source/span.js';
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { CompileContext } from './context.js';

/** IAM and SQS quotas; EKS's own limit for the names of clusters (EKS API, CreateCluster). */
const LONGEST = { role: 64, queue: 80, cluster: 100 };

/** Prefixes of queues that are made of plain resources. */
export const QUEUE_PREFIX = { karpenter: 'interlock-karpenter', nth: 'interlock-nth' };

const suffixOf = (slug: string): string => (slug === '' ? '' : `-${slug}`);

/** The name of the role of Karpenter's nodes: known before anything is applied, and of one cluster alone. */
export function nodeRoleName({ intent, clusterName }: CompileContext, at?: Span): Expression {
  const { nodeRoleName: written } = intent.karpenter;
  if (written !== undefined) return make.literal(written.value, at ?? written.from.at);
  const { region, name } = intent.cluster;
  return make.template(['karpenter-', clusterName, `-${region.value}`], at ?? name.from.at);
}

/** The most characters that the name of the cluster may have for every name made from it to fit. */
export function longestClusterName({
  intent,
  facts,
}: Pick<CompileContext, 'intent' | 'facts'>): number {
  const queues = [
    QUEUE_PREFIX.karpenter,
    ...nthSets(intent, facts.reactions).map(({ slug }) => `${QUEUE_PREFIX.nth}${suffixOf(slug)}`),
  ];
  const role = intent.karpenter.nodeRoleName === undefined;
  return Math.min(
    LONGEST.cluster,
    ...queues.map((affixes) => LONGEST.queue - `${affixes}-`.length),
    ...(role ? [LONGEST.role - `karpenter--${intent.cluster.region.value}`.length] : []),
  );
}

/** A name of the policy as part of an address; the policy's names stay different. */
export const safeName = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '');

/** The name of an Auto Scaling group, cut out of its ARN. */
export const groupName = (arn: Expression, at: Span): Expression =>
  make.call(
    'replace',
    [arn, make.literal('/^.*:autoScalingGroupName\\//', at), make.literal('', at)],
    at,
  );
