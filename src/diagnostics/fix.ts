/**
 * Fixes applied to texts, as edits by range: a fix is made whole or not at all,
 * fixes never write over each other, and every byte outside of them stays.
 */
import { compareSpans, type Span } from '../source/span.js';
import type { Finding, TextEdit } from './finding.js';
import { ordered } from './order.js';

/** `safe` makes what changes nothing else; `all` also what wants a person's eyes. */
export type FixMode = 'safe' | 'all';

export interface Refused {
  readonly finding: Finding;
  /** `review`: not asked for; `overlap`: another fix is there; `outside`: a text that was not given. */
  readonly because: 'review' | 'overlap' | 'outside';
}

export interface Fixed {
  /** The texts that changed, by file. */
  readonly files: ReadonlyMap<string, string>;
  readonly applied: readonly Finding[];
  readonly refused: readonly Refused[];
}

/** Findings without a fix are left alone; of two fixes in one place, the first in order is made. */
export function applyFixes(
  texts: ReadonlyMap<string, string>,
  findings: readonly Finding[],
  mode: FixMode,
): Fixed {
  const taken: TextEdit[] = [];
  const applied: Finding[] = [];
  const refused: Refused[] = [];
  for (const finding of ordered(findings)) {
    const { fix } = finding;
    if (fix === undefined) continue;
    const because = refusal(finding, fix.edits, { texts, taken, mode });
    if (because === undefined) {
      applied.push(finding);
      taken.push(...fix.edits.filter((edit) => !taken.some((other) => isSame(edit, other))));
    } else refused.push({ finding, because });
  }
  return { files: edited(texts, taken), applied, refused };
}

interface State {
  readonly texts: ReadonlyMap<string, string>;
  readonly taken: readonly TextEdit[];
  readonly mode: FixMode;
}

function refusal(
  { fix }: Finding,
  edits: readonly TextEdit[],
  { texts, taken, mode }: State,
): Refused['because'] | undefined {
  if (fix?.safety === 'review' && mode === 'safe') return 'review';
  if (edits.some(({ at }) => at.end > (texts.get(at.file)?.length ?? -1))) return 'outside';
  const within = edits.some((edit, i) => edits.slice(i + 1).some((other) => collide(edit, other)));
  const beside = edits.some((edit) =>
    taken.some((other) => collide(edit, other) && !isSame(edit, other)),
  );
  return within || beside ? 'overlap' : undefined;
}

/** Two insertions at one place collide as well: which comes first is nobody's to say. */
function collide({ at: a }: TextEdit, { at: b }: TextEdit): boolean {
  if (a.file !== b.file) return false;
  if (a.start === b.start && a.end === b.end) return true;
  return a.start < b.end && b.start < a.end;
}

const isSame = (a: TextEdit, b: TextEdit): boolean =>
  compareSpans(a.at, b.at) === 0 && a.text === b.text;

function edited(
  texts: ReadonlyMap<string, string>,
  edits: readonly TextEdit[],
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const file of new Set(edits.map(({ at }) => at.file))) {
    const before = texts.get(file) ?? '';
    const after = applyEdits(
      before,
      edits.filter(({ at }) => at.file === file),
    );
    if (after !== before) files.set(file, after);
  }
  return files;
}

/** A text with edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { at, text: by } of [...edits].sort((a, b) => inText(a.at, b.at))) {
    pieces.push(text.slice(end, at.start), by);
    end = at.end;
  }
  return pieces.join('') + text.slice(end);
}

const inText = (a: Span, b: Span): number => a.start - b.start || a.end - b.end;
