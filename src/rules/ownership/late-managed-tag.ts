/** The managed tag reaches only instances launched after it. */
import { titlesOf } from '../../model/titles.js';
import { type Claim, type Gate, isActing } from '../../model/verdict.js';
import { defineRule } from '../rule.js';
import { clusterOf, groupByPool } from '../words.js';

export default defineRule({
  id: 'late-managed-tag',
  family: 'ownership',
  severities: ['warning'],
  summary: 'The managed tag reaches only instances launched after it; older ones are not handled.',
  rationale:
    'NTH takes an event of an untagged instance off its queue and does nothing, so instances from before the tag go without a drain until they are replaced.',
  remedy:
    'Write the tag among the tags of the group itself from the start, and refresh instances that are older.',
  since: '0.1.0',
  sources: [
    'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent/sqs-monitor.go',
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf',
  ],

  *check({ system, verdicts }) {
    const title = titlesOf(system);
    for (const { pool, group } of groupByPool(verdicts)) {
      const late = group
        .flatMap(({ claims }) => claims.filter((claim) => isActing(claim) && claim.holds === true))
        .find((claim) => lateGate(claim) !== undefined);
      const gate = late && lateGate(late);
      if (late === undefined || gate === undefined) continue;
      yield {
        at: gate.from.at,
        message: `"${title(late.installation)}" knows only those instances of "${pool.id}" that were launched after its tag was put on the group`,
        related: [
          { at: pool.from.at, message: `"${pool.id}" is here, without the tag among its own` },
        ],
        help: 'write the tag among the tags of the group itself, and refresh older instances',
        pool: pool.id,
        ...clusterOf(system, pool),
      };
    }
  },
});

const lateGate = ({ gates }: Claim): Gate | undefined =>
  gates.find(({ name, partly }) => name === 'tag' && partly === true);
