/** What `diff` prints: five lines for each configuration, and all of it below where five lines cannot hold it. */
import { type Difference, differs } from '../diff/compare.js';
import { type DifferenceLine, differenceLines } from './difference.js';
import { code, prose } from './markdown-text.js';
import { pad, type Style, visible } from './terminal.js';

/** More items than this in one line are no line that anybody reads. */
const MOST = 3;
const LABEL = 'versions'.length;

export function diffText(differences: readonly Difference[], style: Style): string {
  const changed = differences.filter(differs);
  const blocks = changed.map((difference) => {
    const lines = differenceLines(difference);
    return [
      `${style.bold(visible(difference.root))}${ofCluster(difference, visible)}`,
      ...lines.map(
        ({ name, items, tone }) =>
          `  ${pad(name, LABEL)}  ${items.length === 0 ? style.dim('no change') : style[tone](visible(first(items)))}`,
      ),
      ...lines
        .filter(isCut)
        .flatMap(({ name, items }) => [
          '',
          `  all ${name}`,
          ...items.map((item) => `    ${visible(item)}`),
        ]),
      '',
    ].join('\n');
  });
  return `${[...blocks, sameText(differences, changed)].join('\n')}\n`;
}

const isCut = ({ items }: DifferenceLine): boolean => items.length > MOST;

const first = (items: readonly string[]): string =>
  items.length <= MOST
    ? items.join('; ')
    : `${items.slice(0, MOST).join('; ')}; and ${items.length - MOST} more`;

const ofCluster = ({ cluster }: Difference, encode: (text: string) => string): string =>
  cluster === '' ? '' : ` for cluster ${encode(cluster)}`;

function sameText(all: readonly Difference[], changed: readonly Difference[]): string {
  const same = all.length - changed.length;
  if (all.length === 0) return 'nothing to compare was found';
  if (changed.length === 0)
    return 'nothing changes: owners, drains, nodes and versions are the same';
  return `${changed.length} changed, ${same} the same`;
}

/** For a pull request: five lines a configuration, the rest folded. */
export function diffMarkdown(differences: readonly Difference[]): string {
  const changed = differences.filter(differs);
  const blocks = changed.map((difference) => {
    const lines = differenceLines(difference);
    const folded = lines
      .filter(isCut)
      .flatMap(({ name, items }) => [
        '',
        `<details><summary>all ${name}</summary>`,
        '',
        ...items.map((item) => `- ${prose(item)}`),
        '',
        '</details>',
      ]);
    return [
      `**${code(difference.root)}**${ofCluster(difference, code)}`,
      '',
      ...lines.map(
        ({ name, items }) =>
          `- **${name}**: ${items.length === 0 ? 'no change' : prose(first(items))}`,
      ),
      ...folded,
      '',
    ].join('\n');
  });
  return `${['### Interlock: what changes', '', ...blocks, sameText(differences, changed)].join('\n')}\n`;
}

export const diffJson = (differences: readonly Difference[]): unknown =>
  differences.map(({ owners, drains, unread, ...difference }) => ({
    ...difference,
    owners: owners.map(({ pool, events, before, after }) => ({
      pool,
      events,
      ...(before === undefined ? {} : { before: before.text }),
      ...(after === undefined ? {} : { after: after.text, state: after.state }),
    })),
    drains: drains.map(({ at: _, ...change }) => change),
    unread: unread.map(({ at: _, ...change }) => change),
    changed: differs({ owners, drains, unread, ...difference }),
  }));
