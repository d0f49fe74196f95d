/** `interlock convert`: old manifests of Karpenter's to v1, or to a policy, with what changes and what is to be filled in. */
import type { Finding, Severity } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import { type ConvertedFile, convertFiles } from '../manifests/convert/convert.js';
import { policyOf } from '../manifests/convert/policy.js';
import { readYamlFile } from '../manifests/read.js';
import { convertJson } from '../report/convert.js';
import { type Sources, sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { findingsText, summaryText } from '../report/text.js';
import { type GivenFile, readGiven } from './files.js';
import { writeInPlace } from './fixes.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND } from './status.js';

export interface ConvertOptions {
  readonly to: 'v1' | 'policy';
  readonly out?: string;
  readonly write: boolean;
  readonly format: 'text' | 'json';
  readonly failOn: Severity;
}

export function convert(host: Host, paths: readonly string[], options: ConvertOptions): ExitStatus {
  const given = readGiven(host, paths);
  const sources = given.files.filter(isManifest);
  const { files, findings } = convertFiles(sources, options.to);
  const result = options.to === 'policy' ? toPolicy(files) : { files, findings: [] };
  const unread = sources.flatMap(({ file, text }) =>
    readYamlFile(file, text).findings.filter(({ rule }) => rule === 'unreadable-file'),
  );
  const all = ordered([...given.findings, ...unread, ...findings, ...result.findings]);
  const texts = sourcesOf(new Map(sources.map(({ file, text }) => [file, text])));
  if (options.format === 'json') host.out(convertJson(result.files, all, texts));
  else say(host, all, texts);
  const problem = deliver(host, result.files, options);
  if (problem !== undefined) {
    host.err(`${problem}\n`);
    return COULD_NOT_RUN;
  }
  return all.some((finding) => atLeast(finding, options.failOn)) ? FOUND : CLEAN;
}

/** In a directory only what holds objects; what is named is meant. */
const isManifest = ({ kind, named }: GivenFile): boolean =>
  kind === 'manifest' || (named && kind !== 'terraform');

interface Result {
  readonly files: readonly ConvertedFile[];
  readonly findings: readonly Finding[];
}

/** One policy for all files. */
function toPolicy(files: readonly ConvertedFile[]): Result {
  const made = policyOf(files.flatMap(({ file, text }) => readYamlFile(file, text).objects));
  return made === undefined
    ? { files: [], findings: [] }
    : {
        files: [{ file: 'policy.yaml', text: made.text, changed: true }],
        findings: made.findings,
      };
}

function say(host: Host, findings: readonly Finding[], sources: Sources): void {
  if (findings.length === 0) return;
  const paint = style(host.colour);
  host.err(`${findingsText(findings, sources, paint)}\n${summaryText(findings, paint)}\n`);
}

/** To a folder, in place, or to standard output; gives what kept it from being written. */
function deliver(
  host: Host,
  files: readonly ConvertedFile[],
  { out, write, format }: ConvertOptions,
): string | undefined {
  if (out !== undefined) return written(host, out, files);
  if (write)
    return writeInPlace(
      host,
      new Map(files.filter(({ changed }) => changed).map(({ file, text }) => [file, text])),
    );
  if (format === 'text') host.out(files.map(({ text }) => text).reduce(beside, ''));
  return undefined;
}

/** Several files are documents of one stream. */
function beside(before: string, text: string): string {
  if (before === '' || text === '') return before + text;
  return `${before}${before.endsWith('\n') ? '' : '\n'}${/^---/m.test(text.slice(0, 4)) ? '' : '---\n'}${text}`;
}

/** Below the folder every file keeps its path, as far as that does not lead out of it. */
const written = (host: Host, folder: string, files: readonly ConvertedFile[]): string | undefined =>
  problemOf(
    host.write(
      folder,
      new Map(files.map(({ file, text }) => [file.replace(/^(?:\/|(?:\.\.\/)+)/, ''), text])),
    ),
  );

const problemOf = (result: { readonly problem: string } | undefined): string | undefined =>
  result === undefined ? undefined : `nothing was written: ${result.problem}`;
