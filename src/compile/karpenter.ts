/** What every target needs to know of Karpenter: whether it is wanted, what it owns, its values, its releases. */
import type { EventKind } from '../facts/reactions.js';
import { possibleEvents } from '../policy/nth-sets.js';
import type { Span } from '../source/span.js';
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import { NODEPOOL_CHART } from './chart.js';
import type { CompileContext } from './context.js';
import { nodePoolManifests } from './nodepools.js';
import { block } from './plan.js';
import { mergeExpressions, placementValues, type Values } from './values.js';

/** Names of the locals that hold values of charts. */
export const KARPENTER_VALUES = 'karpenter_values';
export const NODEPOOL_VALUES = 'nodepool_values';

/** Whether the policy has nodes that Karpenter launches. */
export const hasKarpenter = ({ intent }: CompileContext): boolean =>
  intent.pools.some((pool) => pool.kind === 'NodePool');

/** Whether Karpenter owns an event that it learns of through a queue alone. */
export function needsQueue({ intent, facts }: CompileContext): boolean {
  return intent.pools.some((pool) =>
    possibleEvents(facts.reactions, pool).some((event) => {
      if (intent.owner(pool, event).owner !== 'karpenter') return false;
      const channels = facts.reactions
        .reactionsFor({
          handler: 'karpenter',
          pool: pool.kind,
          event,
          version: intent.karpenter.chart.value,
        })
        .map((row) => row.channel);
      return channels.includes('queue') && !channels.includes('poll');
    }),
  );
}

/** Events that Karpenter owns on some pool. */
export function ownedByKarpenter({ intent, facts }: CompileContext): readonly EventKind[] {
  const owned = new Set(
    intent.pools.flatMap((pool) =>
      possibleEvents(facts.reactions, pool).filter(
        (event) => intent.owner(pool, event).owner === 'karpenter',
      ),
    ),
  );
  return facts.reactions.OCCURRENCES.map(({ event }) => event).filter((event) => owned.has(event));
}

/** `jsonencode(local.x)`: values travel as data, so no text of a policy is ever part of a template. */
export const encoded = (local: string, at: Span): Expression =>
  make.call('jsonencode', [make.reference(`local.${local}`, at)], at);

/** `wiring` is what the way of installing adds; the policy's own values stand above both. */
export function karpenterValues(context: CompileContext, wiring?: Expression): Expression {
  const { intent, bind } = context;
  const { karpenter } = intent;
  const at = karpenter.from.at;
  const pool = intent.pools.find(({ name }) => name.value === karpenter.runsOn?.value);
  const made: Values = {
    replicas: karpenter.replicas.value,
    ...placementValues(pool, [{ key: 'CriticalAddonsOnly', operator: 'Exists' }]),
  };
  const written = karpenter.values === undefined ? undefined : bind.value(karpenter.values);
  return mergeExpressions(mergeExpressions(make.fromData(made, at), wiring, at), written, at);
}

/** The objects of the policy as values of the chart that renders them; undefined where there are none. */
export function nodePoolValues(context: CompileContext): Expression | undefined {
  const { at, findings } = context;
  const manifests = nodePoolManifests(context);
  findings.push(...manifests.findings);
  return manifests.objects.length === 0
    ? undefined
    : make.object([['objects', make.list(manifests.objects, at)]], at);
}

/** The CRDs, then the objects: one release each, the objects after what makes Karpenter run. */
export function nodePoolReleases(
  context: CompileContext,
  after: readonly string[],
): readonly SourceBlock[] {
  const { intent, facts, at } = context;
  if (!hasKarpenter(context)) return [];
  const { karpenter, cluster } = intent;
  const chart = facts.karpenter.chartVersion(karpenter.chart.value);
  const crds = block(
    'resource',
    ['helm_release', 'karpenter_crd'],
    {
      name: make.literal('karpenter-crd', at),
      repository: make.literal('oci://public.ecr.aws/karpenter', at),
      chart: make.literal('karpenter-crd', at),
      version: make.literal(chart, karpenter.chart.from.at),
      namespace: make.literal(karpenter.namespace.value, karpenter.namespace.from.at),
      create_namespace: make.literal(true, at),
      wait: make.literal(true, at),
      values: facts.karpenter.hasConversionWebhook(karpenter.chart.value)
        ? make.list(
            [
              make.call(
                'jsonencode',
                [
                  make.fromData(
                    {
                      webhook: {
                        enabled: true,
                        serviceName: 'karpenter',
                        serviceNamespace: karpenter.namespace.value,
                        port: 8443,
                      },
                    },
                    at,
                  ),
                ],
                at,
              ),
            ],
            at,
          )
        : undefined,
    },
    at,
  );
  const admitted = cluster.authenticationMode.value.startsWith('API')
    ? ['aws_eks_access_entry.karpenter_node']
    : [];
  const objects = block(
    'resource',
    ['helm_release', 'interlock_nodepools'],
    {
      name: make.literal(NODEPOOL_CHART, at),
      chart: make.template([make.reference('path.module', at), `/charts/${NODEPOOL_CHART}`], at),
      namespace: make.literal(karpenter.namespace.value, karpenter.namespace.from.at),
      wait: make.literal(true, at),
      values: make.list([encoded(NODEPOOL_VALUES, at)], at),
      depends_on: make.list(
        [...after, 'helm_release.karpenter_crd', ...admitted].map((address) =>
          make.reference(address, at),
        ),
        at,
      ),
    },
    at,
  );
  return [crds, objects];
}
