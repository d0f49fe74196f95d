/** A chart release without a version floats over changes of behaviour. */
import { newestOf } from '../calls.js';
import { handlerReleases } from '../charts.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unpinned-chart',
  family: 'settings',
  severities: ['warning'],
  summary: 'A chart release without a version floats over changes of behaviour.',
  rationale:
    'Helm takes the newest chart at the next change of the release. What a handler reacts to, which values it reads and which actions it needs change between versions.',
  remedy: 'Write the version that was tested.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 website/content/en/docs/upgrading/upgrade-guide.md',
  ],

  *check({ system, facts }) {
    for (const release of handlerReleases(system, facts)) {
      const { chart, releases, title } = release;
      if (chart.made === 'values' || releases.written !== undefined) continue;
      yield {
        at: chart.from.at,
        message: `the chart of ${title} has no version, so Helm takes the newest`,
        help: `write the version that was tested; the newest known one is ${newestOf(release)}`,
      };
    }
  },
});
