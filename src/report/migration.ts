/** What `migrate` prints and writes beside each stage: what it does, what to see to before, and the way back. */
import { differenceOf } from '../diff/compare.js';
import { eventsText, grouped, listed } from '../diff/events.js';
import type { Part } from '../diff/migrate/mix.js';
import type { Stage, Window } from '../diff/migrate/stages.js';
import type { Standing } from '../diff/standing.js';
import { differenceLines } from './difference.js';
import { prose } from './markdown-text.js';

/** A stage as it is written. */
export interface WrittenStage {
  readonly folder: string;
  readonly stage: Stage;
  readonly before: Standing;
  readonly after: Standing;
  /** What is taken for granted after it and was not before. */
  readonly granted: readonly string[];
}

const DOES: Readonly<Record<string, string>> = {
  release: 'the release of the add-ons module, with its providers',
  settings: 'what is neither of the handlers',
  karpenter: "Karpenter's release, queue and permissions",
  'karpenter goes': 'what only the old root has of Karpenter is taken away',
  nodepools: 'NodePools and node classes',
  'nodepools goes': 'NodePools that only the old root has are taken away',
  nth: "NTH's release, queue, rules, hooks and permissions",
  'nth goes': 'what only the old root has of NTH is taken away',
};

/** A part in words; a group is made and emptied elsewhere, and hooks and tags refer to it before and after. */
function partText(part: Part): string {
  const [, group, way] = /^group "(.*)" (comes|goes)$/s.exec(part) ?? [];
  if (group === undefined) return DOES[part] ?? part;
  return way === 'comes'
    ? `the group "${group}" may have nodes: make it where your groups are made, without any, before the first stage`
    : `the group "${group}" has no nodes: move its workloads, scale it to none, and remove it where your groups are made after the last stage`;
}

/** A short name for a folder. */
export const slugOf = ({ parts, stop }: Stage): string =>
  [
    ...(stop === undefined ? [] : [`karpenter-${stop}`]),
    ...parts.filter((part) => part !== 'settings' && (stop === undefined || part !== 'karpenter')),
  ]
    .join('-')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase();

/** Helm's own time limit of a release (hashicorp/terraform-provider-helm@v2.17.0 docs/resources/release.md). */
const MINUTES = 5;

export function windowText(
  { closes, opens, releases, untilReplaced }: Window,
  stages: readonly Stage[],
): string {
  const problems = stages[opens]?.state.problems ?? [];
  const says = grouped(problems, ({ kind, pool }) => `${kind}\n${pool}`).map((alike) => {
    const events = alike.map(({ event }) => event);
    const [{ kind, pool } = { kind: 'gap', pool: '' }] = alike;
    const what = `${eventsText(events, events)} of "${pool}"`;
    return kind === 'conflict' ? `two handlers answer ${what}` : `nobody answers ${what}`;
  });
  const most = releases * MINUTES;
  const length =
    most === 0
      ? 'as long as it takes to take the next stage'
      : `at most ${most} minutes, if stage ${closes + 1} is applied at once: ${releases === 1 ? 'a Helm release' : `${releases} Helm releases`} of it may each be waited for ${MINUTES} minutes`;
  const nodes = untilReplaced
    ? ', and until the nodes that are there are replaced: how long that takes hangs on budgets and on what runs there'
    : '';
  return `between stage ${opens + 1} and stage ${closes + 1} ${listed(says)}; that is ${length}${nodes}`;
}

export function migrationText(
  stages: readonly WrittenStage[],
  windows: readonly Window[],
  encode: (text: string) => string,
): string {
  const all = stages.map(({ stage }) => stage);
  const lines = stages.flatMap(({ folder, stage }) => [
    `  ${encode(folder)}`,
    ...stage.parts.map((part) => `    ${encode(partText(part))}`),
    `    ${stage.state.cost === 0 ? 'proved: free of conflict and gap' : `not sound: ${encode(problemText(stage))}`}`,
  ]);
  const ends =
    windows.length === 0
      ? [`every state on the way is free of conflict and gap, within each stage as well`]
      : [
          'no order is free of conflict and gap. The least bad:',
          ...windows.map((one) => `  ${encode(windowText(one, all))}`),
        ];
  const count = stages.length === 1 ? 'one stage' : `${stages.length} stages`;
  return `${[count, ...lines, '', ...ends].join('\n')}\n`;
}

const problemText = ({ state: { problems } }: Stage): string =>
  listed([...new Set(problems.map(({ kind, pool }) => `a ${kind} on "${pool}"`))]);

/** The README of the migration. */
export function migrationReadme(
  start: string,
  stages: readonly WrittenStage[],
  { windows, adopted }: { readonly windows: readonly Window[]; readonly adopted: boolean },
): string {
  const all = stages.map(({ stage }) => stage);
  return `${[
    '# Migration in stages',
    '',
    `\`${start}\` is what stands now. Apply the folders in their order, with the state of the stack that stands, and each to its end before the next.`,
    ...(adopted
      ? [
          '',
          `A root was adopted as a policy, so these folders are what that policy compiles to and not the text that was given: compare \`${start}\` with it by a plan, and carry the stages over.`,
        ]
      : []),
    '',
    ...stages.map(
      ({ folder, stage }, i) =>
        `${i + 1}. [${folder}](${folder}/README.md): ${stage.parts.map(partText).map(prose).join('; ')}`,
    ),
    '',
    windows.length === 0
      ? 'Every state on the way is free of conflict and gap, whatever the order in which an apply works through a stage.'
      : [
          '**No order is free of conflict and gap.** The least bad:',
          '',
          ...windows.map((one) => `- ${prose(windowText(one, all))}`),
        ].join('\n'),
  ].join('\n')}\n`;
}

/** The README of one stage. */
export function stageReadme(
  stages: readonly WrittenStage[],
  index: number,
  { start, windows }: { readonly start: string; readonly windows: readonly Window[] },
): string {
  const { folder, stage, before, after, granted } = stages[index] as WrittenStage;
  const difference = differenceOf(before, after);
  const back = stages[index - 1]?.folder ?? start;
  const opening = windows.filter(({ opens }) => opens === index);
  const lost = difference.queues.removed;
  return `${[
    `# Stage ${index + 1} of ${stages.length}: ${folder}`,
    '',
    ...stage.parts.map((part) => `- ${prose(partText(part))}`),
    '',
    '## What changes',
    '',
    ...differenceLines(difference).map(
      ({ name, items }) =>
        `- **${name}**: ${items.length === 0 ? 'no change' : items.map(prose).join('; ')}`,
    ),
    ...(granted.length === 0
      ? []
      : ['', '## See to it before', '', ...granted.map((says) => `- ${prose(says)}`)]),
    ...(difference.touched.length === 0 || index === stages.length - 1
      ? []
      : [
          '',
          '## Before the next stage',
          '',
          `Wait until the nodes of ${listed(difference.touched.map(({ pool }) => prose(`"${pool}"`)))} are replaced: the next stage counts on the new ones.`,
        ]),
    ...(opening.length === 0
      ? []
      : [
          '',
          '## Have the next stage ready',
          '',
          ...opening.map(
            (one) =>
              `- ${prose(
                windowText(
                  one,
                  stages.map((other) => other.stage),
                ),
              )}`,
          ),
        ]),
    '',
    '## Apply',
    '',
    '```sh',
    `terraform -chdir=${folder} init`,
    `terraform -chdir=${folder} apply`,
    '```',
    '',
    '## The way back',
    '',
    `Apply \`${back}\` again: the states in between are the same.${lost.length === 0 ? '' : ` The queues ${listed(lost.map((name) => `\`${name}\``))} are gone: SQS takes their names again only 60 seconds after they were deleted.`}`,
  ].join('\n')}\n`;
}
