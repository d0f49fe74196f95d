/** Rule, queue and cluster in different regions. */
import type { EventRule, Queue, System } from '../../model/system.js';
import { isUnknown, type Maybe } from '../../value/value.js';
import { queueTitle, sendsInterruptions } from '../queues.js';
import { defineRule, type RuleFinding } from '../rule.js';

export default defineRule({
  id: 'region-mismatch',
  family: 'access',
  severities: ['error'],
  summary: 'Rule, queue and cluster in different regions.',
  rationale:
    'EC2, Auto Scaling and Health events of an instance appear in the region of the instance, and a rule can only send to a queue of its own region.',
  remedy: 'Put rule and queue into the region of the cluster.',
  since: '0.1.0',
  sources: ['Amazon EventBridge User Guide eb-targets', 'AWS Health User Guide choosing-a-region'],

  *check({ system, facts }) {
    for (const rule of system.rules) {
      if (rule.exists === false || !sendsInterruptions(rule, facts)) continue;
      const finding = elsewhere(system, rule);
      if (finding !== undefined) yield finding;
    }
  },
});

function elsewhere(system: System, rule: EventRule): RuleFinding | undefined {
  const own = known(rule.region);
  if (own === undefined) return undefined;
  const targets = system.feeds
    .filter((feed) => feed.rule === rule.id)
    .flatMap((feed) => system.queues.find(({ id }) => id === feed.queue) ?? []);
  const queue = targets.find(({ region }) => isOther(own, region));
  if (queue !== undefined)
    return finding(
      rule,
      own,
      `the queue "${queueTitle(queue)}" is in ${known(queue.region)}`,
      queue,
    );
  // A cluster whose region is not known may be in that of the rule.
  const [cluster] = system.clusters;
  if (cluster === undefined || !system.clusters.every(({ region }) => isOther(own, region)))
    return undefined;
  return finding(rule, own, `the cluster is in ${known(cluster.region)}`, cluster);
}

type Located = Pick<Queue, 'from'>;

const finding = (rule: EventRule, own: string, other: string, { from }: Located): RuleFinding => ({
  at: rule.from.at,
  message: `the rule ${rule.id} stands in ${own}, and ${other}`,
  related: [{ at: from.at, message: other }],
  help: 'put rule and queue into the region of the cluster',
});

const known = (region: Maybe<string> | undefined): string | undefined =>
  region === undefined || isUnknown(region) ? undefined : region.value;

const isOther = (own: string, region: Maybe<string> | undefined): boolean =>
  known(region) !== undefined && known(region) !== own;
