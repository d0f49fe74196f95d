/** Terraform texts to modules, values of variables and locked providers. Every file is read once. */
import type { Finding } from '../diagnostics/finding.js';
import { assembleModule } from '../terraform/assemble.js';
import type { HclParser } from '../terraform/hcl/parser.js';
import { readJsonModule } from '../terraform/json/module.js';
import { readLockFile } from '../terraform/lock.js';
import type { ModuleSource } from '../terraform/syntax/module.js';
import { readTfvars, readTfvarsJson } from '../terraform/tfvars.js';
import type { Located, Value } from '../value/value.js';
import { joined } from './resolver.js';
import type { SourceFile, TerraformTexts } from './texts.js';

export interface TerraformRoot {
  readonly module: ModuleSource;
  readonly variables: ReadonlyMap<string, Value>;
  readonly locked: ReadonlyMap<string, Located<string>>;
  /** The module in a folder, relative to the root's. */
  readonly folder: (directory: string) => ModuleSource | undefined;
  /** The folders that have been read so far. */
  readonly folders: () => readonly (readonly [string, ModuleSource])[];
  /** Grows as folders are read. */
  readonly findings: Finding[];
}

/** Reads a root; without a parser only JSON without templates can be read. */
export function readRoot(texts: TerraformTexts, parser: HclParser | undefined): TerraformRoot {
  const findings: Finding[] = [];
  const folders = new Map<string, ModuleSource | undefined>();
  const folder = (directory: string): ModuleSource | undefined => {
    if (folders.has(directory)) return folders.get(directory);
    const path = joined(texts.directory, directory);
    const files = texts.module(texts.directory.startsWith('/') ? `/${path}` : path);
    const module = files && readModule(files, parser, findings);
    folders.set(directory, module);
    return module;
  };
  return {
    module: readModule(texts.files, parser, findings),
    variables: readVariables(texts.variables, parser, findings),
    locked: readLock(texts.lock, parser),
    folder,
    folders: () =>
      [...folders].flatMap(([directory, module]) =>
        module === undefined ? [] : [[directory, module] as const],
      ),
    findings,
  };
}

function readModule(
  files: readonly SourceFile[],
  parser: HclParser | undefined,
  findings: Finding[],
): ModuleSource {
  const modules = files.flatMap(({ file, text }) => {
    const read = file.endsWith('.json')
      ? readJsonModule(file, text, parser?.parseTemplate)
      : parser?.parse(file, text);
    if (read === undefined) return [];
    findings.push(...read.findings);
    return [{ file, module: read.module }];
  });
  return assembleModule(modules);
}

function readVariables(
  files: readonly SourceFile[],
  parser: HclParser | undefined,
  findings: Finding[],
): ReadonlyMap<string, Value> {
  const variables = new Map<string, Value>();
  for (const { file, text } of files) {
    const read = file.endsWith('.json')
      ? readTfvarsJson(file, text)
      : parser && readTfvars(parser, file, text);
    if (read === undefined) continue;
    findings.push(...read.findings);
    for (const [name, value] of read.variables) variables.set(name, value);
  }
  return variables;
}

const readLock = (
  lock: SourceFile | undefined,
  parser: HclParser | undefined,
): TerraformRoot['locked'] =>
  lock === undefined || parser === undefined
    ? new Map()
    : readLockFile(parser, lock.file, lock.text).providers;

/** Whether texts need the HCL parser: anything but JSON without templates. */
export const needsParser = ({ files, variables, lock }: TerraformTexts): boolean =>
  lock !== undefined ||
  variables.some(({ file }) => !file.endsWith('.json')) ||
  files.some(({ file, text }) => !file.endsWith('.json') || /[$%]\{/.test(text));
