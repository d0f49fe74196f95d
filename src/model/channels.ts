/** The gates by which a handler learns of an event, and by which Karpenter knows the node. */
import type { ReactionRow } from '../facts/reactions.js';
import { or } from '../value/logic.js';
import type { Question } from './claims.js';
import { gateOf } from './installation-gates.js';
import type { Installation, Pool } from './system.js';
import type { Gate } from './verdict.js';

/** How the handler learns of the event. */
export function channelGates(
  question: Question,
  installation: Installation,
  row: ReactionRow,
): readonly Gate[] {
  const { about, pool, event } = question;
  switch (row.channel) {
    case 'queue': {
      const gates = about.delivery(installation, event, pool)?.gates ?? [];
      return [...gates, ...about.permission(installation, row), ...hookGates(question)];
    }
    case 'imds': {
      const placement = installation.runsOn?.(pool);
      return [
        {
          name: 'placement',
          node: installation.id,
          open: placement?.open ?? false,
          from: placement?.from ?? installation.from,
          says: placement?.because ?? 'the DaemonSet runs on no node',
          ...(placement?.partly === true ? { partly: true } : {}),
          ...(placement?.assuming === undefined ? {} : { assuming: placement.assuming }),
        },
        ...hookGates(question).map(orUnheld),
      ];
    }
    case 'poll':
      return about.permission(installation, row);
    case 'native':
      return [];
  }
}

/** Auto Scaling sends its lifecycle events only where the group has a hook; EKS puts one on its own groups. */
function hookGates({ about: { system }, pool, event }: Question): readonly Gate[] {
  if (event.kind !== 'asg-termination' && event.kind !== 'asg-launch') return [];
  const transition = event.kind === 'asg-termination' ? 'terminating' : 'launching';
  if (pool.kind === 'ManagedNodeGroup')
    return [
      {
        name: 'hook',
        node: pool.id,
        open: true,
        from: pool.from,
        says: 'EKS itself puts a lifecycle hook on the group',
        fact: 'aws-ia/terraform-aws-eks-blueprints pull request 1370',
      },
    ];
  const hooks = system.hooks.filter(
    (hook) => hook.pool === pool.id && hook.transition === transition,
  );
  const best = hooks.find((hook) => hook.exists === true) ?? hooks[0];
  return [
    {
      name: 'hook',
      node: best?.id ?? pool.id,
      open: or(hooks.map((hook) => hook.exists)),
      from: best?.from ?? pool.from,
      says:
        best === undefined
          ? `no ${transition} lifecycle hook is on the group`
          : `${best.id} holds instances of the group`,
    },
  ];
}

/**
 * The target state stands in the metadata with and without a hook, but without
 * one nothing holds the instance while it is drained
 * (aws/aws-node-termination-handler@v1.25.6 pkg/monitor/asglifecycle/asg-lifecycle-monitor.go).
 */
const orUnheld = (hook: Gate): Gate =>
  hook.open === false ? { ...hook, open: true, partly: true } : hook;

/**
 * Karpenter knows its nodes by their NodeClaims, Auto Mode's included where the
 * row says so; a NodePool has NodeClaims once what it refers to is there.
 */
export const nodeClaimGates = (pool: Pool, row: ReactionRow): readonly Gate[] => [
  {
    name: 'node-claim',
    node: pool.id,
    open: row.pools.includes(pool.kind),
    from: pool.from,
    says: "the pool's nodes have NodeClaims, which Karpenter finds by their instance",
    fact: row.source,
  },
  ...(pool.conditions ?? []).map((condition) => gateOf(pool.id, condition)),
];
