/** Quick fixes: what a finding says can be mended, and a comment that takes a finding back, with its reason left to write. */
import type { CodeAction, Range, TextEdit } from 'vscode-languageserver';
import type { Finding } from '../../diagnostics/finding.js';
import { applyFixes } from '../../diagnostics/fix.js';
import { lineText, positionAt } from '../../source/text.js';
import { rangeOf } from './places.js';
import type { Judged } from './workspace.js';

export interface ActionInput {
  readonly judged: Judged;
  readonly file: string;
  readonly range: Range;
  readonly uri: (file: string) => string;
  /** Rules that nothing may take back. */
  readonly fixed: ReadonlySet<string>;
}

export function actionsFor(input: ActionInput): readonly CodeAction[] {
  const { judged, file, range } = input;
  const here = judged.findings.filter(
    ({ at }) => at.file === file && overlaps(rangeOf(judged.sources(file), at), range),
  );
  return [
    ...here.flatMap((finding) => fixAction(finding, input)),
    ...fixAll(input),
    ...here
      .filter(({ rule, severity }) => severity !== 'note' && !input.fixed.has(rule))
      .flatMap((finding) => ignoreAction(finding, input)),
  ];
}

const overlaps = (a: Range, b: Range): boolean =>
  !isBefore(a.end, b.start) && !isBefore(b.end, a.start);

const isBefore = (a: Range['start'], b: Range['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

function fixAction({ rule, fix }: Finding, { judged, uri }: ActionInput): readonly CodeAction[] {
  if (fix === undefined || fix.edits.length === 0) return [];
  const changes: Record<string, TextEdit[]> = {};
  for (const { at, text } of fix.edits) {
    const edit = { range: rangeOf(judged.sources(at.file), at), newText: text };
    changes[uri(at.file)] = [...(changes[uri(at.file)] ?? []), edit];
  }
  return [
    {
      title: `${fix.title} (${rule})`,
      kind: 'quickfix',
      isPreferred: fix.safety === 'safe',
      edit: { changes },
    },
  ];
}

/** Every safe fix of the file; nothing where there is none. */
function fixAll({ judged, file, uri }: ActionInput): readonly CodeAction[] {
  const source = judged.sources(file);
  const inFile = judged.findings.filter(
    ({ fix }) => fix?.edits.every(({ at }) => at.file === file) ?? false,
  );
  const text = applyFixes(new Map([[file, source.text]]), inFile, 'safe').files.get(file);
  if (text === undefined) return [];
  const whole = rangeOf(source, { file, start: 0, end: source.text.length });
  return [
    {
      title: 'make every safe fix of this file (interlock)',
      kind: 'source.fixAll',
      edit: { changes: { [uri(file)]: [{ range: whole, newText: text }] } },
    },
  ];
}

/** JSON has no comments. */
function ignoreAction({ rule, at }: Finding, { judged, uri }: ActionInput): readonly CodeAction[] {
  if (at.file.endsWith('.json')) return [];
  const source = judged.sources(at.file);
  const { line } = positionAt(source, at.start);
  const indent = /^\s*/.exec(lineText(source, line))?.[0] ?? '';
  const start = { line: line - 1, character: 0 };
  const newText = `${indent}# interlock-ignore ${rule}: \n`;
  return [
    {
      title: `take ${rule} back here, with a reason`,
      kind: 'quickfix',
      edit: { changes: { [uri(at.file)]: [{ range: { start, end: start }, newText }] } },
    },
  ];
}
