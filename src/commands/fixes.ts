/** `--fix`: the fixes of findings, made in the files as they are on the disk. */
import type { Finding } from '../diagnostics/finding.js';
import { applyFixes, type Fixed, type FixMode } from '../diagnostics/fix.js';
import type { Host, OutputFiles } from '../host/host.js';

export interface FixResult extends Fixed {
  readonly problem?: string;
}

/** Texts are read anew: what a report shows may be masked. */
export function fixFiles(host: Host, findings: readonly Finding[], mode: FixMode): FixResult {
  const names = new Set(findings.flatMap(({ fix }) => (fix?.edits ?? []).map(({ at }) => at.file)));
  const texts = new Map<string, string>();
  for (const name of names) {
    const read = name === '-' ? { problem: 'it is standard input' } : host.read(name);
    if ('text' in read) texts.set(name, read.text);
  }
  const fixed = applyFixes(texts, findings, mode);
  const problem = writeInPlace(host, fixed.files);
  return problem === undefined ? fixed : { ...fixed, problem };
}

/** Relative paths start from the working directory, absolute ones from the root of the file system. */
export function writeInPlace(host: Host, files: ReadonlyMap<string, string>): string | undefined {
  const part = (absolute: boolean): OutputFiles =>
    new Map(
      [...files]
        .filter(([file]) => file.startsWith('/') === absolute && file !== '-')
        .map(([file, text]) => [file.replace(/^\//, ''), text]),
    );
  const problem = host.write('.', part(false)) ?? host.write('/', part(true));
  return problem === undefined ? undefined : `nothing was written: ${problem.problem}`;
}
