/** `for_each` keys, or a `count`, that Terraform knows only after an apply. */
import type { Block } from '../../configuration/configuration.js';
import type { Written } from '../../model/written.js';
import type { Span } from '../../source/span.js';
import { isMap, isUnknown, type Unknown, type Value } from '../../value/value.js';
import { resourceType } from '../blocks.js';
import { argumentsOf } from '../calls.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unknown-for-each',
  family: 'settings',
  severities: ['error'],
  summary: 'Keys of for_each that are unknown at plan time.',
  rationale:
    'The first plan ends with "Invalid for_each argument"; it works only where everything stands already.',
  remedy:
    'Give a list whose length is known while planning: a for expression without a condition on what is created, values()[*], concat, sort. Functions that may drop elements (compact, distinct, toset, try) hide the length.',
  since: '0.1.0',
  sources: [
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf',
    'hashicorp/terraform@v1.11.4 internal/terraform/eval_for_each.go',
  ],

  *check({ system: { as } }) {
    const seen = new Set<string>();
    for (const block of as.blocks) {
      if (block.unplanned === undefined || !isOurs(block)) continue;
      const { at, subject } = placeOf(as, block, block.unplanned);
      const key = `${at.file}:${at.start}:${at.end}`;
      if (seen.has(key)) continue;
      seen.add(key);
      yield {
        at,
        message: `${subject} depends on "${block.unplanned.term}", which Terraform knows only after an apply`,
        help: 'give a list whose length is known while planning, without compact, distinct, toset, try or a condition on what is created',
      };
    }
  },
});

/** Blocks that a judgement stands on; other for_each are not ours to judge. */
const SUBJECTS = /^(?:helm_release|aws_(?:sqs_queue|cloudwatch_event|autoscaling|eks_))/;

const isOurs = (block: Block): boolean => SUBJECTS.test(resourceType(block));

interface Place {
  readonly at: Span;
  readonly subject: string;
}

/** The argument of the call that brings the unknown in; else the block itself. */
function placeOf(as: Written, block: Block, unplanned: Unknown): Place {
  const call = as.calls.find(({ address }) => block.address.startsWith(`${address}.`));
  const argument =
    call &&
    argumentsOf(as, call).find(({ value }) => value !== undefined && brings(value, unplanned));
  if (argument === undefined)
    return { at: block.from.at, subject: `how many ${block.labels.join('.')} there are` };
  return {
    at: argument.key,
    subject: `how many ${resourceType(block)} the module makes of "${argument.name}"`,
  };
}

function brings(value: Value, unplanned: Unknown): boolean {
  const hidden = isUnknown(value) ? value : value.unsettled;
  if (hidden !== undefined && unplanned.term.includes(hidden.term)) return true;
  if (isUnknown(value)) return false;
  if (value.rest !== undefined && unplanned.term.includes(value.rest.term)) return true;
  const parts = isMap(value.value) ? [...value.value.values()] : [];
  return parts.some((part) => brings(part, unplanned));
}
