/** Another value wins over this one in the chart's template. */
import { entry, isAbsent } from '../../value/read.js';
import { isList, isMap, isUnknown, type Value } from '../../value/value.js';
import { newestOf } from '../calls.js';
import { type HandlerRelease, handlerReleases } from '../charts.js';
import { defineRule, type RuleFacts, type RuleFinding } from '../rule.js';

export default defineRule({
  id: 'shadowed-setting',
  family: 'settings',
  severities: ['warning'],
  summary: "Another value wins over this one in the chart's template.",
  rationale: 'What is written is not what the pods get, and nothing says so.',
  remedy: 'Write one of the two.',
  since: '0.1.0',
  sources: [
    'aws/aws-node-termination-handler@v1.25.6 config/helm/aws-node-termination-handler/templates/daemonset.linux.yaml',
    'aws/karpenter-provider-aws@v0.32.10 charts/karpenter/templates/deployment.yaml',
  ],

  *check({ system, facts }) {
    for (const release of handlerReleases(system, facts)) {
      // The loser of one field may be the loser of another: it is said once.
      const said = new Set<string>();
      for (const order of ordersOf(release, facts))
        for (const finding of shadowed(release, order)) {
          const key = `${finding.at.file}:${finding.at.start}`;
          if (said.has(key)) continue;
          said.add(key);
          yield finding;
        }
    }
  },
});

const FIELDS = ['affinity', 'nodeSelector', 'tolerations'] as const;

/** Keys that say the same, the winner first, for the newest version that is allowed. */
function ordersOf(release: HandlerRelease, facts: RuleFacts): readonly (readonly string[])[] {
  const newest = newestOf(release);
  if (release.name === 'karpenter') return [facts.karpenter?.queueSettings(newest) ?? []];
  const { nth } = facts;
  // The Deployment of queue mode reads the plain names alone.
  if (nth === undefined || release.installations.some(({ mode }) => mode !== 'imds')) return [];
  return FIELDS.map((field) => nth.precedence(newest, 'linux', field));
}

function* shadowed(
  { chart, isOwn }: HandlerRelease,
  order: readonly string[],
): Generator<RuleFinding> {
  const written = order.flatMap((path) => {
    const value = isOwn(path) ? entry(chart.values, ...path.split('.')) : undefined;
    return isAbsent(value) || isEmpty(value) ? [] : [{ path, value }];
  });
  const [winner, ...others] = written;
  if (winner === undefined || isUnknown(winner.value)) return;
  for (const { path, value } of others)
    yield {
      at: ('key' in value && value.key) || value.from.at,
      message: `"${path}" has no effect, because "${winner.path}" wins over it in the chart's template`,
      related: [
        {
          at: ('key' in winner.value && winner.value.key) || winner.value.from.at,
          message: `"${winner.path}" is set here`,
        },
      ],
      help: `write it under "${winner.path}", or leave that one out`,
    };
}

const isEmpty = (value: Value): boolean =>
  !isUnknown(value) &&
  (value.value === '' ||
    (isList(value.value) && value.value.length === 0) ||
    (isMap(value.value) && value.value.size === 0));
