/**
 * A difference in five lines, whatever the format: verdict, owners, drains,
 * nodes, versions. Texts are as users wrote them; each format encodes them.
 */
import type { Changed, Difference, OwnerChange, SettingChange } from '../diff/compare.js';
import { listed } from '../diff/events.js';
import type { Touch } from '../diff/touched.js';
import type { Tone } from './ownership.js';

export interface DifferenceLine {
  readonly name: 'verdict' | 'owners' | 'drains' | 'nodes' | 'versions';
  readonly items: readonly string[];
  readonly tone: Tone;
}

export function differenceLines(difference: Difference): readonly DifferenceLine[] {
  const { proof, owners, drains, touched, pools, queues } = difference;
  const bad = owners.some(({ after }) => after?.state === 'conflict' || after?.state === 'gap');
  const gone = touched.some(({ effect }) => effect === 'recreated');
  return [
    { name: 'verdict', items: [verdictText(proof)], tone: toneOf(proof.after) },
    {
      name: 'owners',
      items: [
        ...pools.added.map((pool) => `pool "${pool}" is new`),
        ...pools.removed.map((pool) => `pool "${pool}" is gone`),
        ...owners.map(ownerText),
      ],
      tone: bad ? 'error' : owners.length > 0 ? 'warning' : 'dim',
    },
    {
      name: 'drains',
      items: [
        ...drains.map(settingText),
        ...queues.removed.map((name) => `queue "${name}" is gone, with what is in flight in it`),
        ...queues.added.map((name) => `queue "${name}" is new`),
      ],
      tone: drains.length > 0 ? 'warning' : 'dim',
    },
    {
      name: 'nodes',
      items: touched.map(touchText),
      tone: gone ? 'error' : touched.length > 0 ? 'warning' : 'dim',
    },
    { name: 'versions', items: versionItems(difference), tone: 'note' },
  ];
}

const toneOf = (proof: Difference['proof']['after']): Tone =>
  proof === 'proved' ? 'good' : proof === 'refuted' ? 'error' : 'warning';

function verdictText({ before, after }: Difference['proof']): string {
  if (before === undefined) return `${after}, and it is new`;
  if (after === undefined) return `it is gone, and was ${before}`;
  return before === after ? `${after}, as before` : `${before} -> ${after}`;
}

function ownerText({ pool, title, before, after }: OwnerChange): string {
  const what = `${title} of "${pool}"`;
  const [was, is] = [before?.by ?? [], after?.by ?? []];
  if (after === undefined) return `${what} is no longer ${before?.text}`;
  if (after.state === 'conflict' || after.state === 'undetermined')
    return `${what} is ${after.text}, and was ${before?.text ?? 'not there'}`;
  if (is.length === 0)
    return was.length === 0
      ? `${what} is ${after.text}, and was ${before?.text}`
      : `nobody answers ${what} any more, and ${listed(was)} did`;
  if (was.length === 0) return `${listed(is)} takes ${what}, which nobody answered`;
  return was.join() === is.join()
    ? `${what} is ${after.text}, and was ${before?.text}`
    : `${listed(is)} takes ${what} over from ${listed(was)}`;
}

const settingText = ({ of, setting, ...change }: SettingChange): string =>
  `${setting} of "${of}" ${arrow(change)}`;

const arrow = ({ before = 'not set', after = 'not set' }: Changed<string>): string =>
  `${before} -> ${after}`;

const EFFECTS: Readonly<Record<Touch['effect'], (pool: string) => string>> = {
  recreated: (pool) => `Terraform makes "${pool}" anew, and all its nodes go at once`,
  rolled: (pool) => `every node of "${pool}" is replaced, as its update settings allow`,
  drifted: (pool) => `every node of "${pool}" has drifted and is replaced, as its budgets allow`,
  unfit: (pool) => `nodes of "${pool}" that no longer fit are replaced, as its budgets allow`,
  'new-only': (pool) => `nodes of "${pool}" stay, and only new ones differ`,
};

const touchText = ({ pool, effect, because }: Touch): string =>
  `${EFFECTS[effect](pool)} (${because.map(shortPath).join(', ')})`;

const shortPath = (path: string): string => path.replace(/ spec\./, ' ');

const versionItems = ({ versions, grants, unread }: Difference): readonly string[] => [
  ...versions.map(({ of, ...change }) =>
    change.before === undefined
      ? `${of} ${change.after} is new`
      : change.after === undefined
        ? `${of} ${change.before} is gone`
        : `${of} ${change.before} -> ${change.after}`,
  ),
  ...grants.map(
    ({ role, gained, lost }) =>
      `role "${role}" ${[
        ...(gained.length > 0 ? [`may ${listed(gained)}`] : []),
        ...(lost.length > 0 ? [`may no longer ${listed(lost)}`] : []),
      ].join(' and ')}`,
  ),
  ...unread.map(({ of, key, again }) =>
    again === true ? `${of} reads "${key}" again` : `${of} does not read "${key}"`,
  ),
];
