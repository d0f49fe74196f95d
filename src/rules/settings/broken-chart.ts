/** A chart version with a known fault for the use that is made of it. */
import type { NthFault } from '../../facts/nth.js';
import { compareVersions } from '../../facts/range.js';
import { settingOf } from '../../model/courses.js';
import type { Installation } from '../../model/system.js';
import { elements, entry, flag, text } from '../../value/read.js';
import { isUnknown, type Value } from '../../value/value.js';
import { newestOf } from '../calls.js';
import { type HandlerRelease, handlerReleases } from '../charts.js';
import { defineRule, type RuleFacts } from '../rule.js';

export default defineRule({
  id: 'broken-chart',
  family: 'settings',
  severities: ['error', 'warning'],
  summary: 'A chart version with a known fault for this use.',
  rationale: 'The configuration is right and the handler still does not do what it says.',
  remedy: 'Use a version without the fault.',
  since: '0.1.0',
  sources: [
    'aws/aws-node-termination-handler@v1.21.0 pkg/monitor/sqsevent/asg-lifecycle-event.go',
    'aws/aws-node-termination-handler@v1.25.6 pkg/node/node.go',
  ],

  *check({ system, facts }) {
    for (const release of handlerReleases(system, facts)) {
      if (release.name !== 'aws-node-termination-handler' || facts.nth === undefined) continue;
      const newest = newestOf(release);
      for (const installation of release.installations) {
        const meets = (fault: NthFault): boolean =>
          isMet(fault, installation) && matters(fault, system.hooks.length > 0);
        for (const fault of faultsOf(release, installation, facts.nth).filter(meets)) {
          yield {
            at: (release.chart.version ?? release.chart).from.at,
            severity: FATAL.has(fault.id) ? 'error' : 'warning',
            message: `chart ${newest} of NTH has a fault: ${fault.because}`,
            help: helpFor(fault, newest, facts.nth),
          };
        }
      }
    }
  },
});

/** Faults that defeat the handler's purpose; the others cost something now and then. */
const FATAL = new Set(['hook-never-completed', 'apiserver-cache-evicts-nothing']);

/** Faults that show only where a lifecycle hook is in sight, or only in seldom circumstances that no text tells. */
const WITH_HOOK = new Set(['hook-never-completed', 'heartbeats-never-stop']);
const SELDOM = new Set([
  'first-affected-entity-only',
  'malformed-instance-id-blocks',
  'keeps-running-on-sigterm',
  'any-group-event-is-a-termination',
  'imds-termination-drains-again',
  'pod-identity-unsupported',
]);

/** A chart from before the fault is no advice where a setting brings it out. */
function helpFor(
  { id, when }: NthFault,
  chart: string,
  nth: NonNullable<RuleFacts['nth']>,
): string {
  const without = nth.newestWithout(id);
  if (without !== undefined && compareVersions(without, chart) > 0) return `use chart ${without}`;
  const cause = when?.value ?? when?.environment;
  return cause === undefined
    ? 'no later chart is without it'
    : `leave "${String(cause)}" out: no later chart is without the fault`;
}

const matters = ({ id }: NthFault, hooked: boolean): boolean =>
  !SELDOM.has(id) && (hooked || !WITH_HOOK.has(id));

/** Those that every allowed version has. */
function faultsOf(
  { releases }: HandlerRelease,
  { mode, exists }: Installation,
  nth: NonNullable<RuleFacts['nth']>,
): readonly NthFault[] {
  if (mode === undefined || exists !== true || releases.beyondFacts) return [];
  const [first = [], ...others] = releases.allowed.map((version) => nth.faults(version, mode));
  return first.filter(({ id }) => others.every((all) => all.some((one) => one.id === id)));
}

/** Whether the setting that brings the fault out is set. */
function isMet({ id, when }: NthFault, installation: Installation): boolean {
  if (id === 'heartbeats-never-stop')
    return (settingOf(installation, 'heartbeatInterval')?.value ?? 0) > 0;
  if (when === undefined) return true;
  const { value, environment, is, default: otherwise, ...others } = when;
  if (typeof value === 'string') return (flag(installation.setting(value)) ?? otherwise) === is;
  return (
    environmentOf(installation, String(environment)) === is &&
    Object.entries(others).every(([key, wanted]) => flag(installation.setting(key)) === wanted)
  );
}

/** What the chart puts into the environment under a name; undefined where it is not known. */
function environmentOf({ setting }: Installation, name: string): string | undefined {
  const all = elements(setting('extraEnv'));
  if ('unknown' in all) return undefined;
  const found = all.findLast((one) => known(entry(one, 'name')) === name);
  return known(entry(found, 'value'));
}

const known = (value: Value | undefined): string | undefined => {
  const read = text(value);
  return read === undefined || isUnknown(read) ? undefined : read.value;
};
