/** A handler is installed but nothing lets it act on any node. */
import type { JudgedVerdict } from '../../model/expect.js';
import type { Installation, System } from '../../model/system.js';
import { titlesOf } from '../../model/titles.js';
import { type Claim, isActing } from '../../model/verdict.js';
import { flag } from '../../value/read.js';
import { defineRule } from '../rule.js';
import { shutGate } from '../words.js';

export default defineRule({
  id: 'idle-handler',
  family: 'ownership',
  severities: ['warning'],
  summary: 'A handler is installed but its gates let it act on no node at all.',
  rationale:
    'It runs, costs and is watched, and whoever reads the configuration believes that it handles something.',
  remedy: 'Remove it, or let it act: give it groups, put its tag on them, or place its DaemonSet.',
  since: '0.1.0',
  sources: [
    'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent/sqs-monitor.go',
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf',
  ],

  *check({ system, verdicts }) {
    const title = titlesOf(system);
    for (const installation of system.installations) {
      if (installation.handler !== 'nth' || installation.exists !== true) continue;
      const idle = idleBecause(system, installation, verdicts);
      if (idle === undefined) continue;
      yield {
        at: installation.from.at,
        message: `"${title(installation.id)}" acts on no node: ${idle.because}`,
        ...(idle.gate === undefined
          ? {}
          : { related: [{ at: idle.gate.from.at, message: idle.gate.says }] }),
        help: 'remove it, or let it through to the nodes that it is meant for',
      };
    }
  },
});

interface Idle {
  readonly because: string;
  readonly gate?: NonNullable<ReturnType<typeof shutGate>>;
}

function idleBecause(
  system: System,
  installation: Installation,
  verdicts: readonly JudgedVerdict[],
): Idle | undefined {
  if (mayReachOthers(system, installation)) return undefined;
  const claims = verdicts
    .filter(({ pool }) => pool.cluster === installation.cluster)
    .flatMap(({ claims: all }) => all.filter((claim) => isOf(claim, installation)));
  if (claims.some(({ holds }) => holds !== false)) return undefined;
  const [first] = claims;
  if (first === undefined) return withoutNodes(system, installation);
  // The gate that shuts most claims tells the most.
  const gate = mostCommon(claims.flatMap((claim) => shutGate(claim) ?? []));
  return gate === undefined ? undefined : { because: gate.says, gate };
}

/** The gate that stands in the way most often, by what it says. */
function mostCommon<T extends { readonly says: string; readonly name: string }>(
  gates: readonly T[],
): T | undefined {
  const telling = gates.filter(({ name }) => name !== 'occurs');
  const count = new Map<string, number>();
  for (const { says } of telling) count.set(says, (count.get(says) ?? 0) + 1);
  return [...telling].sort((a, b) => (count.get(b.says) ?? 0) - (count.get(a.says) ?? 0))[0];
}

const isOf = (claim: Claim, { id }: Installation): boolean =>
  claim.installation === id && isActing(claim);

/** Groups that are not among the pools in sight, and nodes that are not in sight at all. */
function mayReachOthers(system: System, { cluster, mode }: Installation): boolean {
  const own = system.clusters.find(({ id }) => id === cluster);
  if (own === undefined || own.blindSpots.length > 0) return true;
  if (mode !== 'queue') return false;
  return (system.as?.blocks ?? []).some(
    ({ type, labels, exists }) =>
      type === 'resource' &&
      exists !== false &&
      /^aws_autoscaling_(?:group_tag|lifecycle_hook)$/.test(labels[0] ?? ''),
  );
}

/** Where the cluster itself is written here, its node groups would be too. */
function withoutNodes(system: System, { mode, setting }: Installation): Idle | undefined {
  const checks = flag(setting('checkTagBeforeDraining')) ?? true;
  const clusterInSight = (system.as?.blocks ?? []).some(
    ({ type, labels }) => type === 'resource' && labels[0] === 'aws_eks_cluster',
  );
  if (mode !== 'queue' || checks !== true || !clusterInSight) return undefined;
  return { because: 'it asks for its tag, and nothing in sight puts the tag on any group' };
}
