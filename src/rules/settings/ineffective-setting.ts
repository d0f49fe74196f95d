/** A setting that cannot change anything in this mode or version. */
import { settingsAsked } from '../../model/claims.js';
import { influenceOf } from '../../model/influence.js';
import type { Installation } from '../../model/system.js';
import { plain } from '../../value/read.js';
import { type HandlerRelease, handlerReleases, leavesOf, type WrittenValue } from '../charts.js';
import { defineRule, type RuleFacts } from '../rule.js';

export default defineRule({
  id: 'ineffective-setting',
  family: 'settings',
  severities: ['warning', 'note'],
  summary: 'A setting that cannot change anything in this mode or version.',
  rationale:
    'It reads as if it switched something on or off. In queue mode NTH acts on whatever reaches its queue; in IMDS mode it asks for no tag.',
  remedy:
    'Leave it out. In queue mode an event is switched off by leaving out its rule, in IMDS mode a node by the placement of the DaemonSet.',
  since: '0.1.0',
  sources: [
    'aws/aws-node-termination-handler@v1.25.6 cmd/node-termination-handler.go',
    'aws/aws-node-termination-handler@v1.25.6 config/helm/aws-node-termination-handler/templates',
  ],

  *check({ system, facts }) {
    for (const release of handlerReleases(system, facts)) {
      const judged = release.installations.filter(({ exists }) => exists !== false);
      const [first] = judged;
      if (first === undefined) continue;
      const tests = judged.map((installation) => effectOf(release, installation, facts));
      for (const written of subjects(release)) {
        const says = tests.map((whyNot) => whyNot(written));
        const [because] = says;
        if (because === undefined || says.includes(undefined)) continue;
        yield {
          at: written.at,
          message: `"${written.path}" changes nothing: ${because}`,
          help: `leave it out${first.mode === 'queue' ? '; in queue mode an event is switched off by leaving out its rule' : ''}`,
        };
      }
    }
  },
});

/** What is written and read at every version that is allowed. */
const subjects = (release: HandlerRelease): readonly WrittenValue[] =>
  leavesOf(release.chart.values, () => true).filter(
    ({ path }) =>
      release.isOwn(path) &&
      release.releases.allowed.every((version) => release.isRead(version, path)),
  );

/** Why a setting has no effect on an installation; undefined where it has one, or may have. */
function effectOf(
  release: HandlerRelease,
  installation: Installation,
  { reactions, events, nth }: RuleFacts,
): (written: WrittenValue) => string | undefined {
  if (reactions === undefined) return () => undefined;
  const modelFacts = { reactions, events };
  const asked = settingsAsked(installation.handler, modelFacts);
  // Judging is only worth its while where something is written that claims may hang on.
  let matters: ReturnType<typeof influenceOf> | undefined;
  const { mode } = installation;
  const where = mode === 'imds' ? 'in IMDS mode' : 'in queue mode';
  return ({ path, value }) => {
    if (asked.has(path)) {
      matters ??= influenceOf(installation, modelFacts);
      return matters(path)
        ? undefined
        : `${where} nothing that ${release.title} does to a node depends on it`;
    }
    if (mode === undefined || nth === undefined) return undefined;
    return isRendered(release, nth, { path, mode, data: plain(value, () => undefined) })
      ? undefined
      : `${where} no template of the chart reads it`;
  };
}

interface Rendered {
  readonly path: string;
  readonly mode: 'queue' | 'imds';
  readonly data: unknown;
}

/** Values at the chart's own default were pasted with the rest of its values file, and mislead nobody. */
function isRendered(
  { releases }: HandlerRelease,
  nth: NonNullable<RuleFacts['nth']>,
  { path, mode, data }: Rendered,
): boolean {
  return releases.allowed.some((version) => {
    const values = nth.nthValues(version);
    const key = [...values.keys()].find((name) => path === name || path.startsWith(`${name}.`));
    const value = key === undefined ? undefined : values.get(key);
    if (value === undefined) return true;
    return value.modes.includes(mode) || JSON.stringify(value.default) === JSON.stringify(data);
  });
}
