/** Two instances would create the same named resource. */
import type { Block } from '../../configuration/configuration.js';
import type { Written } from '../../model/written.js';
import { entry, isAbsent, text } from '../../value/read.js';
import { isUnknown } from '../../value/value.js';
import { resourceType } from '../blocks.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'duplicate-resource-name',
  family: 'wiring',
  severities: ['warning'],
  summary: 'Two instances would create the same named resource.',
  rationale: 'The apply fails at the second one, or both states own one thing and undo each other.',
  remedy: 'Put what tells the instances apart, such as each.key, into the name.',
  since: '0.1.0',
  sources: ['hashicorp/terraform-provider-aws@v5.100.0 internal/service/sqs/queue.go'],

  *check({ system: { as } }) {
    if (as.planned) return;
    const first = new Map<string, Block>();
    for (const block of as.blocks) {
      const key = keyOf(as, block);
      if (key === undefined) continue;
      const before = first.get(key);
      if (before === undefined) first.set(key, block);
      else
        yield {
          at: nameAt(block),
          message: `${before.address} and ${block.address} would both be called "${nameOf(block)}"`,
          related: [{ at: nameAt(before), message: 'the first one is named here' }],
          help: 'put what tells them apart into the name',
        };
    }
  },
});

/** Types whose name is the thing itself within a region. */
const NAMED = new Set(['aws_sqs_queue', 'aws_cloudwatch_event_rule', 'aws_iam_role']);

function keyOf(as: Written, block: Block): string | undefined {
  const type = resourceType(block);
  if (!NAMED.has(type) || block.exists !== true) return undefined;
  const name = nameOf(block);
  if (name === undefined) return undefined;
  const region = as.regionOf(block);
  // Roles are global within an account; which account a provider works in is seldom written.
  const place = region === undefined ? '' : isUnknown(region) ? region.term : region.value;
  return `${type} ${place} ${name}`;
}

function nameOf({ body }: Block): string | undefined {
  const name = isAbsent(entry(body, 'name')) ? undefined : text(entry(body, 'name'));
  return name === undefined || isUnknown(name) ? undefined : name.value;
}

const nameAt = ({ body, from }: Block) => entry(body, 'name')?.from.at ?? from.at;
