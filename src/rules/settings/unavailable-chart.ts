/** This chart version is not published in this repository. The policy reader reports it of policies. */
import { isUnknown } from '../../value/value.js';
import { handlerReleases } from '../charts.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unavailable-chart',
  family: 'settings',
  severities: ['error'],
  summary: 'This chart version is not published in this repository.',
  rationale: 'The apply fails, or an older pod goes on running.',
  remedy: 'Use a version that is published there, or the repository that has it.',
  since: '0.1.0',
  sources: [
    'aws/eks-charts@0b3680f README.md',
    'aws/aws-node-termination-handler@v1.25.6 README.md',
  ],

  *check({ system, facts }) {
    for (const { chart, installations, releases, known, title } of handlerReleases(system, facts)) {
      const condition = installations
        .flatMap(({ conditions = [] }) => conditions)
        .find(({ name, open }) => name === 'chart' && open === false);
      if (condition !== undefined)
        yield {
          at: condition.from.at,
          message: condition.says,
          help: 'write the repository that has the version, or a version that this one has',
        };
      const { written } = releases;
      const newest = known.at(-1);
      if (condition !== undefined || written === undefined || isUnknown(written)) continue;
      const version = written.value.replace(/^v/, '').trim();
      const isExact = /^\d+\.\d+\.\d+$/.test(version);
      // Releases that are newer than the tables may exist; those in between do not.
      if (!isExact || known.includes(version) || newest === undefined) continue;
      if (!isBetween(version, known)) continue;
      yield {
        at: written.from.at,
        message: `there is no chart ${version} of ${title}`,
        related: [{ at: chart.from.at, message: 'the release is here' }],
        help: `the newest known one is ${newest}`,
      };
    }
  },
});

/** Older than the newest known version and newer than the oldest. */
function isBetween(version: string, known: readonly string[]): boolean {
  const sorted = [...known, version].sort(byVersion);
  const place = sorted.indexOf(version);
  return place > 0 && place < sorted.length - 1;
}

function byVersion(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (const [place, part] of left.entries()) {
    const difference = part - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
