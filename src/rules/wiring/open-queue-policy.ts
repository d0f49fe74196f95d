/** The queue policy lets principals other than the event service and SQS itself send. */
import type { WrittenStatement } from '../../model/written.js';
import { isUnknown } from '../../value/value.js';
import { knownPolicies, namesAction, textsOf } from '../policies.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'open-queue-policy',
  family: 'wiring',
  severities: ['warning'],
  summary: 'The queue policy lets principals other than the event service and SQS itself send.',
  rationale: 'Whoever may send can forge a notice, and the handler drains the node that it names.',
  remedy: 'Let events.amazonaws.com alone send, and only from your own rules (aws:SourceArn).',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 website/content/en/docs/getting-started/getting-started-with-karpenter/cloudformation.yaml',
  ],

  *check({ system }) {
    const watched = new Set(system.feeds.map(({ queue }) => queue));
    for (const { address, of, statements, from } of knownPolicies(system, 'queue')) {
      if (of !== undefined && !watched.has(of)) continue;
      if (!statements.some(isOpen)) continue;
      yield {
        at: from.at,
        message: `${address} lets anyone send to the queue, so a forged event drains a node`,
        help: 'name the principal { Service = "events.amazonaws.com" }, with a condition on aws:SourceArn',
      };
    }
  },
});

/** Conditions on where the message comes from keep strangers out. */
function isOpen({ effect, actions, principals, conditions, negative }: WrittenStatement): boolean {
  if (effect !== 'Allow' || negative || !namesAction(actions, 'sqs:SendMessage')) return false;
  if (conditions.length > 0) return false;
  const anyone = [...(principals.get('*') ?? []), ...(principals.get('AWS') ?? [])];
  if (anyone.some(isUnknown)) return false;
  return textsOf(anyone).some(({ text }) => text === '*');
}
