/** Karpenter of plain resources: its queue and rules, its role, the nodes' role and its release. */
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import {
  encoded,
  hasKarpenter,
  KARPENTER_VALUES,
  karpenterValues,
  needsQueue,
  ownedByKarpenter,
} from '../karpenter.js';
import { QUEUE_PREFIX } from '../names.js';
import { eventQueue, queueName } from '../parts/event-queue.js';
import { rolePolicy } from '../parts/iam.js';
import { type PodIdentity, podIdentity } from '../parts/identity.js';
import type { Installed } from '../parts/nth.js';
import { PATTERNS } from '../parts/patterns.js';
import { block } from '../plan.js';
import { endpoint } from '../root.js';
import { controllerStatements } from './controller-policy.js';
import { nodePolicies, nodeRole } from './node-role.js';

const NAME = 'karpenter';
export const RELEASE = `helm_release.${NAME}`;

export function stackKarpenter(context: CompileContext): Installed {
  if (!hasKarpenter(context)) return { locals: {}, blocks: [] };
  const { intent, at } = context;
  const queued = needsQueue(context);
  const queue = {
    name: NAME,
    queueName: queueName(context, QUEUE_PREFIX.karpenter),
    listener: 'Karpenter',
    prefix: QUEUE_PREFIX.karpenter,
    events: ownedByKarpenter(context).filter((event) => PATTERNS[event] !== undefined),
  };
  const identity = podIdentity(context, {
    name: NAME,
    namespace: intent.karpenter.namespace.value,
    serviceAccount: 'karpenter',
  });
  return {
    locals: { [KARPENTER_VALUES]: values(context, identity, queued) },
    blocks: [
      ...(queued ? eventQueue(queue, at) : []),
      ...identity.blocks,
      rolePolicy(NAME, controllerStatements(context, queued), at, 'karpenter'),
      ...nodeRole(context),
      release(context, identity),
    ],
  };
}

function values(context: CompileContext, identity: PodIdentity, queued: boolean): Expression {
  const { at, clusterName } = context;
  const settings: [string, Expression][] = [
    ['clusterName', clusterName],
    ['clusterEndpoint', endpoint(context)],
  ];
  if (queued)
    settings.push(['interruptionQueue', make.reference(`aws_sqs_queue.${NAME}.name`, at)]);
  const wiring = make.object(
    [
      ['settings', make.object(settings, at)],
      ['serviceAccount', identity.values],
    ],
    at,
  );
  return karpenterValues(context, wiring);
}

function release({ intent, facts, at }: CompileContext, { before }: PodIdentity): SourceBlock {
  const { chart, namespace } = intent.karpenter;
  // Pods that start before their role may act crash; nodes that launch before theirs never join.
  const after = [
    `aws_iam_role_policy.${NAME}`,
    ...before,
    ...nodePolicies(),
    'helm_release.karpenter_crd',
  ];
  return block(
    'resource',
    ['helm_release', NAME],
    {
      name: make.literal('karpenter', at),
      repository: make.literal(facts.karpenter.KARPENTER_REPOSITORY, at),
      chart: make.literal('karpenter', at),
      version: make.literal(facts.karpenter.chartVersion(chart.value), chart.from.at),
      namespace: make.literal(namespace.value, namespace.from.at),
      create_namespace: make.literal(true, at),
      // The CRDs come from their own chart: Helm never upgrades what a chart carries in crds/.
      skip_crds: make.literal(true, at),
      wait: make.literal(true, at),
      values: make.list([encoded(KARPENTER_VALUES, at)], at),
      depends_on: make.list(
        after.map((address) => make.reference(address, at)),
        at,
      ),
    },
    at,
  );
}
