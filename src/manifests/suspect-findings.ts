/** Suspect characters as findings: one for each character and document, whose fix mends every place. */
import type { Finding, Fix } from '../diagnostics/finding.js';
import { positionAt, sourceText } from '../source/text.js';
import { characterName, type Suspect } from './characters.js';

/** `found` in the order of the text. */
export function suspectFindings(text: string, found: readonly Suspect[]): readonly Finding[] {
  if (found.length === 0) return [];
  const source = sourceText('', text);
  const starts = [...text.matchAll(/^---/gm)].map(({ index }) => index);
  const groups = new Map<string, Suspect[]>();
  let document = 0;
  for (const suspect of found) {
    while ((starts[document] ?? Number.POSITIVE_INFINITY) <= suspect.edit.at.start) document++;
    const key = `${document} ${suspect.kind} ${suspect.character}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [suspect]);
    else group.push(suspect);
  }
  const lineOf = (suspect: Suspect): number => positionAt(source, suspect.edit.at.start).line;
  return [...groups.values()].map((group) => finding(group, lineOf));
}

function finding(group: readonly Suspect[], lineOf: (suspect: Suspect) => number): Finding {
  const [first] = group as [Suspect, ...Suspect[]];
  const last = group.at(-1) ?? first;
  const more =
    group.length === 1
      ? ''
      : `, and in ${group.length - 1} more places down to line ${lineOf(last)}`;
  return {
    rule: 'suspicious-character',
    severity: 'error',
    message: `${SAYS[first.kind](characterName(first.character))}${more}`,
    at: first.edit.at,
    help: HELP[first.kind],
    fix: fixOf(group, first),
  };
}

const fixOf = (group: readonly Suspect[], { kind }: Suspect): Fix => ({
  title: HELP[kind],
  safety: group.some(({ guess }) => guess === true) ? 'review' : 'safe',
  edits: group.map(({ edit }) => edit),
});

const SAYS: Readonly<Record<Suspect['kind'], (name: string) => string>> = {
  guide: (name) => `${name}, an indent guide of an editor, becomes part of a key here`,
  blank: (name) => `${name} looks like a blank and becomes part of a key or value here`,
  invisible: (name) => `${name} cannot be seen and becomes part of a key or value here`,
  control: (name) => `the control character ${name} stands here`,
  tab: () => 'a tab stands in the indentation, where YAML takes blanks only',
  filler: () => '"~" alone on a line is what an editor draws below the end of a file',
};

const HELP: Readonly<Record<Suspect['kind'], string>> = {
  guide: 'put blanks in place of the guides',
  blank: 'put a blank in its place',
  invisible: 'delete it',
  control: 'delete it',
  tab: 'put blanks in its place',
  filler: 'delete the line',
};
