/** A handler is installed but nothing lets it act on any node. */
import type { JudgedVerdict } from '../../model/expect.js';
import type { Installation, System } from '../../model/system.js';
import { titlesOf } from '../../model/titles.js';
import { type Claim, type Gate, isActing } from '../../model/verdict.js';
import { flag } from '../../value/read.js';
import { resourceType } from '../blocks.js';
import { defineRule } from '../rule.js';

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
        ...(idle.gates.length > 0 && {
          related: idle.gates.map(({ from, says }) => ({ at: from.at, message: says })),
        }),
        help: 'remove it, or let it through to the nodes that it is meant for',
      };
    }
  },
});

interface Idle {
  readonly because: string;
  readonly gates: readonly Gate[];
}

function idleBecause(
  system: System,
  installation: Installation,
  verdicts: readonly JudgedVerdict[],
): Idle | undefined {
  if (mayReachOthers(system, installation)) return undefined;
  const claims = verdicts.flatMap(({ claims: all }) =>
    all.filter((claim) => isOf(claim, installation)),
  );
  if (claims.some(({ holds }) => holds !== false)) return undefined;
  const [first] = claims;
  if (first === undefined) return withoutNodes(system, installation);
  const gates = shutOften(claims.flatMap((claim) => claim.gates.filter(isShut)));
  return gates.length === 0
    ? undefined
    : { because: gates.map(({ says }) => says).join('; '), gates };
}

/** Whether the event happens is no fault of the handler. */
const isShut = ({ open, name }: Gate): boolean => open === false && name !== 'occurs';

/** The gates that stand in the way of most claims, each said once: opening one of them leaves the others shut. */
function shutOften(gates: readonly Gate[]): readonly Gate[] {
  const count = new Map<string, number>();
  for (const { says } of gates) count.set(says, (count.get(says) ?? 0) + 1);
  const most = Math.max(0, ...count.values());
  const first = new Map(gates.toReversed().map((gate) => [gate.says, gate]));
  return [...count].flatMap(([says, times]) => {
    const gate = first.get(says);
    return gate !== undefined && times === most ? [gate] : [];
  });
}

const isOf = (claim: Claim, { id }: Installation): boolean =>
  claim.installation === id && isActing(claim);

/** Groups that are not among the pools in sight, and nodes that are not in sight at all. */
function mayReachOthers(system: System, { cluster, mode }: Installation): boolean {
  const own = system.clusters.find(({ id }) => id === cluster);
  if (own === undefined || own.blindSpots.length > 0) return true;
  if (mode !== 'queue') return false;
  return system.as.blocks.some(
    (block) =>
      block.exists !== false &&
      /^aws_autoscaling_(?:group_tag|lifecycle_hook)$/.test(resourceType(block)),
  );
}

/** Where the cluster itself is written here, its node groups would be too. */
function withoutNodes(system: System, { mode, setting }: Installation): Idle | undefined {
  const checks = flag(setting('checkTagBeforeDraining')) ?? true;
  const isWritten = (kind: string): boolean =>
    system.as.blocks.some((block) => resourceType(block) === kind && block.exists !== false);
  if (mode !== 'queue' || checks !== true || !isWritten('aws_eks_cluster')) return undefined;
  // A group that is not known to be of the cluster may be all the same, and its tags with it.
  if (isWritten('aws_autoscaling_group')) return undefined;
  return {
    because: 'it asks for its tag, and nothing in sight puts the tag on any group',
    gates: [],
  };
}
