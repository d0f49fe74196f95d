/** A Helm value that the chart version does not read. */
import { nearest } from '../../diagnostics/suggest.js';
import { byNumber, newestOf } from '../calls.js';
import {
  chartText,
  type HandlerRelease,
  handlerReleases,
  leavesOf,
  type WrittenValue,
} from '../charts.js';
import { defineRule, type RuleFacts } from '../rule.js';

export default defineRule({
  id: 'unread-chart-value',
  family: 'settings',
  severities: ['error'],
  summary: 'A Helm value that this chart version does not read.',
  rationale:
    'Neither chart has a schema, so Helm takes any key and says nothing. A queue under a wrong key is a handler that is deaf.',
  remedy: 'Write the key that the chart reads, or use a version that reads this one.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 charts/karpenter/values.yaml',
    'aws/aws-node-termination-handler@v1.25.6 config/helm/aws-node-termination-handler/values.yaml',
  ],

  *check({ system, facts }) {
    for (const release of handlerReleases(system, facts)) {
      const versions = versionsOf(release);
      const unread = leavesOf(
        release.chart.values,
        (path) => path === '' || goesOn(release, versions, path),
      )
        .filter(({ path }) => release.isOwn(path) && !ALWAYS.has(path.split('.')[0] ?? ''))
        .filter(({ path }) => versions.every((version) => !release.isRead(version, path)));
      for (const written of unread)
        yield {
          at: written.at,
          message: `${chartText(release)} of ${release.title} ${byNumber(release, 'does', 'do')} not read "${written.path}"`,
          help: helpFor(release, written, facts),
        };
    }
  },
});

/** Helm hands it to every chart. */
const ALWAYS = new Set(['global']);

/**
 * A version beyond the tables may read more than the newest that they know;
 * values on their own may be for any version.
 */
function versionsOf({ releases, chart, known }: HandlerRelease): readonly string[] {
  if (releases.beyondFacts) return known;
  const unversioned = chart.made === 'values' && releases.allowed.at(-1) === known.at(-1);
  return releases.written === undefined && unversioned ? known : releases.allowed;
}

/** Some version reads a key below this one. */
const goesOn = (release: HandlerRelease, versions: readonly string[], path: string): boolean =>
  versions.some((version) => isAbove(path, release.values(version).keys())) ||
  !versions.some((version) => release.isRead(version, path));

function isAbove(path: string, keys: Iterable<string>): boolean {
  for (const key of keys) if (key.startsWith(`${path}.`)) return true;
  return false;
}

function helpFor(release: HandlerRelease, { path }: WrittenValue, facts: RuleFacts): string {
  const newest = newestOf(release);
  const later = release.known.find(
    (version) =>
      facts.nth !== undefined && release.isRead(version, path) && isLater(release, version, newest),
  );
  if (later !== undefined) return `chart ${later} and later read it`;
  const keys = [...release.values(newest).keys()];
  const leaf = path.split('.').at(-1) ?? path;
  if (release.name === 'karpenter' && /^interruptionqueue/i.test(leaf)) {
    const [setting] = facts.karpenter?.queueSettings(newest) ?? [];
    if (setting !== undefined)
      return `write ${setting}, which this version reads the queue's name from`;
  }
  const near = alike(path, keys) ?? nearest(path, keys, Math.max(2, Math.floor(path.length / 5)));
  return near === undefined ? 'leave it out' : `did you mean "${near}"?`;
}

/**
 * The key that ends as the written one does, the shortest of them: a word like
 * "enabled" is at the end of many keys, and alone means none of them.
 */
function alike(path: string, keys: readonly string[]): string | undefined {
  const own = path.split('.').reverse();
  const ends = (key: string): number => {
    const other = key.split('.').reverse();
    const differs = own.findIndex((part, place) => part !== other[place]);
    return differs < 0 ? own.length : differs;
  };
  const isTelling = /[a-z][A-Z]/.test(own[0] ?? path);
  return keys
    .filter((key) => key !== path && ends(key) >= (isTelling ? 1 : 2))
    .sort((a, b) => ends(b) - ends(a) || a.length - b.length)[0];
}

const isLater = ({ known }: HandlerRelease, version: string, than: string): boolean =>
  known.indexOf(version) > known.indexOf(than);
