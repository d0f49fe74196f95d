/** Near cases of a rule: texts that differ in one thing from one that works, and what the rule says of each. */
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

export interface Files {
  readonly files: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
}

/** Texts by what they are; a text alone is `main.tf`. */
type Texts = Readonly<Record<string, string | Files>>;

export interface RuleCases {
  readonly rule: string;
  readonly fails?: Texts;
  readonly passes?: Texts;
}

interface Place {
  readonly file: string;
  readonly range: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
}

interface Found extends Place {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly help?: string;
  readonly cluster?: string;
  readonly pool?: string;
  readonly event?: string;
  readonly related: readonly (Place & { readonly message: string })[];
  readonly fix?: {
    readonly title: string;
    readonly safety: string;
    readonly edits: readonly (Place & { readonly text: string })[];
  };
}

/** Everything that a rule says of texts, with the words that it points at. */
export async function saidBy(rule: string, texts: string | Files): Promise<readonly string[]> {
  const { files, options = [] } =
    typeof texts === 'string' ? { files: { 'main.tf': texts } } : texts;
  const host = memoryHost(files);
  await run(host, ['lint', ...Object.keys(files), '--format', 'json', ...options]);
  const { findings } = JSON.parse(host.stdout()) as { readonly findings: readonly Found[] };
  // A text that cannot be read is silent about everything.
  const broken = findings.find(
    (one) => one.rule === 'unreadable-file' || one.rule === 'invalid-policy',
  );
  if (broken !== undefined) throw new Error(`${broken.message} (${wordsAt(files, broken)})`);
  const at = (place: Place): string => wordsAt(files, place);
  return findings
    .filter((finding) => finding.rule === rule)
    .map((one) => {
      const about = [one.cluster, one.pool, one.event].map((word) => word ?? '-').join(' / ');
      return [
        `${one.severity}: ${one.message}`,
        `  at ${at(one)}`,
        ...(about === '- / - / -' ? [] : [`  about ${about}`]),
        ...one.related.map((other) => `  see ${at(other)}: ${other.message}`),
        ...(one.help === undefined ? [] : [`  help: ${one.help}`]),
        ...(one.fix === undefined ? [] : [`  fix (${one.fix.safety}): ${one.fix.title}`]),
        ...(one.fix?.edits ?? []).map((edit) => `    ${at(edit)} becomes "${edit.text}"`),
      ].join('\n');
    });
}

/** `main.tf:3 delay_seconds`: the first line of what a finding points at. */
function wordsAt(files: Files['files'], { file, range: { start, end } }: Place): string {
  const line = (files[file] ?? '').split('\n')[start.line - 1] ?? '';
  const last = end.line === start.line ? end.column - 1 : line.length;
  return `${file}:${start.line} ${line.slice(start.column - 1, last)}`;
}
