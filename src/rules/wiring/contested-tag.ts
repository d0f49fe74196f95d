/** Two resources fight over a tag on an Auto Scaling group. */
import type { InstanceTag, Pool } from '../../model/system.js';
import { isUnknown } from '../../value/value.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'contested-tag',
  family: 'wiring',
  severities: ['warning'],
  summary:
    'Two resources fight over a tag on an Auto Scaling group, so that every other apply strips it.',
  rationale:
    'The group owns its list of tags: it takes away what another resource added, and new instances come without it. NTH then drops their events.',
  remedy: 'Write the tag among the tags of the group itself, with propagate_at_launch.',
  since: '0.1.0',
  sources: [
    'hashicorp/terraform-provider-aws@v5.100.0 website/docs/r/autoscaling_group_tag.html.markdown',
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf',
  ],

  *check({ system }) {
    for (const pool of system.pools) {
      // Groups that are found are written here; EKS makes those of managed node groups.
      if (pool.kind !== 'SelfManagedNodeGroup' || pool.presence !== 'found') continue;
      for (const tag of pool.tags.filter((one) => isAdded(one, pool)))
        yield {
          at: tag.from.at,
          message: `the tag "${keyOf(tag)}" is set beside the group of "${pool.id}", which takes it away again at every second apply`,
          related: [{ at: pool.from.at, message: 'the group is written here, without the tag' }],
          help: 'write it among the tags of the group itself, with propagate_at_launch = true',
          pool: pool.id,
        };
    }
  },
});

/** It comes late, so it is a resource of its own, and the group does not have it. */
const isAdded = (tag: InstanceTag, { tags }: Pool): boolean =>
  tag.late === true && !tags.some((other) => other.late !== true && keyOf(other) === keyOf(tag));

const keyOf = ({ key }: InstanceTag): string => (isUnknown(key) ? key.term : key.value);
