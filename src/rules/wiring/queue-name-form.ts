/** A queue ARN or URL where the handler takes a name, or the reverse. */
import { titlesOf } from '../../model/titles.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'queue-name-form',
  family: 'wiring',
  severities: ['error'],
  summary: 'A queue ARN or URL where the handler takes a name, or the reverse.',
  rationale:
    'Karpenter asks AWS for a queue of that name and finds none; NTH asks a URL that is none.',
  remedy: 'Give Karpenter the name of the queue, and NTH its URL.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 pkg/providers/sqs/sqs.go',
    'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent/sqs-monitor.go',
  ],

  *check({ system }) {
    const title = titlesOf(system);
    for (const { wrongForm, installation, from } of system.polls) {
      if (wrongForm === undefined) continue;
      yield {
        at: from.at,
        message: `"${title(installation)}" is given the ${wrongForm.given} of a queue where it takes the ${wrongForm.wanted}`,
        help: `refer to the attribute "${ATTRIBUTE[wrongForm.wanted]}" of the queue`,
      };
    }
  },
});

const ATTRIBUTE = { name: 'name', ARN: 'arn', URL: 'url' } as const;
