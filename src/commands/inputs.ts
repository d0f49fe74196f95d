/** What a command is given to judge: policies, and the configurations of Terraform and manifests beside them. */
import type { Finding } from '../diagnostics/finding.js';
import type { Host } from '../host/host.js';
import { withoutBases } from './bases.js';
import { type ConfigurationFiles, configurationsOf } from './configuration-files.js';
import { kindOfFile, type SourceFile } from './file-kinds.js';
import { readGiven } from './files.js';
import type { Project } from './project.js';

export { normalise } from './files.js';
export { policyFiles } from './policy-files.js';

export type PolicyFile = SourceFile;

export interface Inputs {
  readonly policies: readonly PolicyFile[];
  /** Texts by file, for rendering. Files that are read on the way are added. */
  readonly texts: Map<string, string>;
  readonly findings: readonly Finding[];
  /** False when something that was given could not be read. */
  readonly complete: boolean;
}

export interface AllInputs extends Inputs {
  readonly configurations: readonly ConfigurationFiles[];
  readonly project: Project | undefined;
}

/**
 * Policies among the paths. A file that is named is taken for a policy whatever
 * it says; in a directory only those that say they are.
 */
export function gatherPolicies(host: Host, paths: readonly string[]): Inputs {
  const { files, findings, complete } = readGiven(host, paths);
  const policies = withoutBases(
    host,
    files.filter(({ file, text, named }) => named || kindOfFile(file, text, false) === 'policy'),
  );
  return { policies, texts: textsOf(policies), findings, complete };
}

/** Everything among the paths that can be judged. */
export function gather(host: Host, paths: readonly string[]): AllInputs {
  const { files, findings, complete } = readGiven(host, paths);
  const policies = withoutBases(
    host,
    files.filter(({ kind }) => kind === 'policy'),
  );
  const texts = textsOf(policies);
  const { configurations, project, problems } = configurationsOf(host, files, texts);
  return {
    policies,
    texts,
    findings: [...findings, ...problems],
    complete: complete && problems.length === 0,
    configurations,
    project,
  };
}

const textsOf = (files: readonly SourceFile[]): Map<string, string> =>
  new Map(files.map(({ file, text }) => [file, text]));
