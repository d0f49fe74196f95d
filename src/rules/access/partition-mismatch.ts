/** An ARN of another AWS partition. */
import { partitionOf } from '../../facts/partitions.js';
import { arnsIn } from '../arns.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'partition-mismatch',
  family: 'access',
  severities: ['error'],
  summary: 'An ARN of another AWS partition.',
  rationale:
    'Nothing in one partition can refer to anything in another: the statement matches nothing, the target is refused.',
  remedy: 'Build ARNs from data.aws_partition, or refer to the resource.',
  since: '0.1.0',
  sources: ['AWS IAM User Guide reference-arns'],

  *check({ system }) {
    for (const { arn, at, block, region } of arnsIn(system)) {
      const partition = arn.split(':')[1] ?? '';
      if (region === undefined || partition === '' || partition.includes('*')) continue;
      const wanted = partitionOf(region);
      if (partition === wanted) continue;
      yield {
        at,
        message: `"${arn}" in ${block.address} is of the partition "${partition}", and ${region} is in "${wanted}"`,
        help: `write arn:${wanted}:, or take the partition from data.aws_partition`,
      };
    }
  },
});
