/** A handler is given the name of a queue that nobody creates. */
import { nearest } from '../../diagnostics/suggest.js';
import { titlesOf } from '../../model/titles.js';
import { isUnknown } from '../../value/value.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'missing-queue',
  family: 'wiring',
  severities: ['error', 'note'],
  summary: 'A handler is given the name of a queue that nobody creates.',
  rationale:
    'Karpenter stops at its start, or goes on deaf, depending on its version; NTH gives up after four errors.',
  remedy: 'Refer to the queue instead of repeating its name.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 pkg/operator/operator.go',
    'terraform-aws-modules/terraform-aws-eks@v20.24.0 modules/karpenter/main.tf',
  ],

  *check({ system }) {
    const title = titlesOf(system);
    for (const poll of system.polls) {
      if (system.queues.some(({ id }) => id === poll.queue) || poll.wrongForm !== undefined)
        continue;
      // What stands elsewhere is taken for granted; a note says so where nothing else does.
      const severity =
        poll.open === false ? 'error' : poll.assuming === undefined ? undefined : 'note';
      if (severity === undefined || typeof poll.open !== 'boolean') continue;
      const names = system.queues.flatMap(({ name }) =>
        name === undefined || isUnknown(name) ? [] : [name.value],
      );
      const near = nearest(poll.queue, names) ?? (names.length === 1 ? names[0] : undefined);
      const queue = system.queues.find(
        ({ name }) => name !== undefined && !isUnknown(name) && name.value === near,
      );
      yield {
        at: poll.from.at,
        severity,
        message: `"${title(poll.installation)}" is given the queue "${poll.queue}", and nothing in sight creates it`,
        ...(queue === undefined
          ? {}
          : { related: [{ at: queue.from.at, message: `"${near}" is created here` }] }),
        help:
          near === undefined
            ? 'create it, or refer to one that is created'
            : `did you mean "${near}"? refer to the queue rather than repeating its name`,
      };
    }
  },
});
