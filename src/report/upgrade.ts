/** What `diff --versions` prints: under each release that changes something what it changes, and the sum at the end. */
import type { Finding } from '../diagnostics/finding.js';
import type { Difference } from '../diff/compare.js';
import type { VersionRange } from '../diff/hops.js';
import type { Cause, ReleaseChange } from '../diff/upgrade.js';
import { positionAt } from '../source/text.js';
import { diffJson } from './diff.js';
import { differenceLines } from './difference.js';
import { findingJson } from './json.js';
import { code, prose } from './markdown-text.js';
import type { Sources } from './sources.js';
import { pad, type Style, visible } from './terminal.js';

export interface Upgrade {
  readonly path: string;
  readonly ranges: readonly VersionRange[];
  /** Releases that change something, in order. */
  readonly changes: readonly ReleaseChange[];
  /** From the first release to the last. */
  readonly whole: readonly Difference[];
}

interface Row {
  readonly name: string;
  readonly says: string;
}

/** What a release changes, a row for each thing. */
function rowsOf(
  { differences, causes, findings, notes }: ReleaseChange,
  sources: Sources,
): readonly Row[] {
  const several = differences.length > 1;
  const owners = differences.flatMap((difference) =>
    differenceLines(difference)
      .filter(
        ({ name }) => name !== 'verdict' || difference.proof.before !== difference.proof.after,
      )
      .flatMap(({ name, items }) =>
        items.map((says) => ({ name, says: several ? `${difference.root}: ${says}` : says })),
      ),
  );
  return [
    ...owners,
    ...causes.map((cause) => ({ name: 'because', says: causeText(cause, sources) })),
    ...findings.begun.map((one) => ({ name: one.severity, says: findingText(one) })),
    ...findings.ended.map((one) => ({ name: 'mended', says: findingText(one) })),
    ...notes.map(({ about, says }) => ({ name: about, says })),
  ];
}

const findingText = ({ rule, message }: Finding): string => `${message} [${rule}]`;

function causeText({ argument, at }: Cause, sources: Sources): string {
  const { line } = positionAt(sources(at.file), at.start);
  return `without ${argument} (${at.file}:${line}) this release takes no owner away`;
}

const rangesText = (ranges: readonly VersionRange[]): string =>
  ranges.map(({ component, from, to }) => `${component} ${from} to ${to}`).join(', ');

const releaseText = ({ release: { component, to } }: ReleaseChange): string => `${component} ${to}`;

/** The verdict at both ends, and whether any address goes. */
function sumText({ whole, changes, ranges }: Upgrade): string {
  const verdicts = whole.map(({ root, proof: { before = 'nothing', after = 'nothing' } }) =>
    before === after ? `${root} stays ${after}` : `${root} goes from ${before} to ${after}`,
  );
  const moves = changes.some(({ notes }) => notes.some(({ says }) => says.includes('moved block')));
  const addresses =
    ranges.some(({ component }) => component === 'addons') && !moves
      ? ['no address of the module moves or goes, so no moved block is needed']
      : [];
  return [...verdicts, ...addresses].join('; ');
}

const LABEL = 'addresses'.length;

export function upgradeText(upgrade: Upgrade, sources: Sources, style: Style): string {
  const blocks = upgrade.changes.map((change) =>
    [
      style.bold(`  ${releaseText(change)}`),
      ...rowsOf(change, sources).map(
        ({ name, says }) => `    ${pad(name, LABEL)}  ${visible(says)}`,
      ),
      '',
    ].join('\n'),
  );
  const head = `${style.bold(visible(upgrade.path))}: ${rangesText(upgrade.ranges)}\n`;
  return `${[head, ...blocks, visible(sumText(upgrade))].join('\n')}\n`;
}

export function upgradeMarkdown(upgrade: Upgrade, sources: Sources): string {
  const blocks = upgrade.changes.flatMap((change) => [
    `- **${releaseText(change)}**`,
    ...rowsOf(change, sources).map(({ name, says }) => `  - ${name}: ${prose(says)}`),
  ]);
  return `${[`### Interlock: ${code(upgrade.path)}, ${rangesText(upgrade.ranges)}`, '', ...blocks, '', prose(sumText(upgrade))].join('\n')}\n`;
}

export const upgradeJson = (
  { path, ranges, changes, whole }: Upgrade,
  sources: Sources,
): unknown => ({
  version: 1,
  path,
  ranges,
  releases: changes.map(({ release, differences, causes, findings, notes }) => ({
    ...release,
    differences: diffJson(differences),
    causes: causes.map(({ argument, at }) => ({
      argument,
      file: at.file,
      line: positionAt(sources(at.file), at.start).line,
    })),
    begun: findings.begun.map((one) => findingJson(one, sources)),
    ended: findings.ended.map((one) => findingJson(one, sources)),
    notes,
  })),
  whole: diffJson(whole),
});
