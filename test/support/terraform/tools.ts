/**
 * What this machine has for the tools tier. A tool that is missing skips tests,
 * never silently: a banner on stderr and the name of the skipped test say why.
 */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ADDONS_SOURCE } from '../../../src/facts/addons.js';
import { repositoriesFromEnvironment } from './repositories.js';

/** Either what was found, or why there is none. */
export type Found<T> = { readonly found: T } | { readonly missing: string };

export interface Terraform {
  readonly program: string;
  /** A filesystem mirror that holds the real AWS provider. */
  readonly mirror: string;
}

export interface Moto extends Terraform {
  readonly moto: string;
}

export interface MockAwsTools extends Moto {
  /** Git directory of each registry module, by source. */
  readonly repository: (source: string) => string | undefined;
}

const REGISTRY = 'registry.terraform.io';

export function findTerraform(): Found<Terraform> {
  const program = onPath('terraform');
  if (program === undefined) return { missing: 'there is no terraform on the PATH' };
  const given = process.env.AWS_PROVIDER_MIRROR;
  const mirror = given ?? findMirror('/', 3);
  if (mirror === undefined)
    return {
      missing: `no folder ${REGISTRY} with hashicorp/aws was found; set AWS_PROVIDER_MIRROR`,
    };
  return isMirror(mirror)
    ? { found: { program, mirror } }
    : { missing: `AWS_PROVIDER_MIRROR has no ${REGISTRY}/hashicorp/aws` };
}

export function findMoto(): Found<Moto> {
  const terraform = findTerraform();
  if ('missing' in terraform) return terraform;
  const moto = onPath('moto_server');
  return moto === undefined
    ? { missing: 'there is no moto_server on the PATH' }
    : { found: { ...terraform.found, moto } };
}

export function findMockAws(): Found<MockAwsTools> {
  const tools = findMoto();
  if ('missing' in tools) return tools;
  const repository = repositoriesFromEnvironment(process.env.MODULE_REPOS);
  if ('missing' in repository) return repository;
  if (repository.found(ADDONS_SOURCE) === undefined)
    return { missing: `MODULE_REPOS names no git directory of ${ADDONS_SOURCE}` };
  return { found: { ...tools.found, repository: repository.found } };
}

/** Says on stderr, where nobody can overlook it, what is not being tested. */
export function announceSkip(what: string, missing: string): void {
  const lines = [`SKIPPED: ${what}`, `because ${missing}`];
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '!'.repeat(width + 4);
  const body = lines.map((line) => `! ${line.padEnd(width)} !`);
  process.stderr.write(`\n${[edge, ...body, edge].join('\n')}\n\n`);
}

function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const isMirror = (folder: string): boolean =>
  existsSync(path.join(folder, REGISTRY, 'hashicorp', 'aws'));

/** Nothing that could be a mirror lies below these. */
const PASSED_OVER = new Set(['proc', 'sys', 'dev', 'run', 'tmp', 'node_modules', '.git']);

/** The nearest folder that holds a mirror, level by level, down to `depth` levels below `root`. */
function findMirror(root: string, depth: number): string | undefined {
  let level = [root];
  for (let left = depth; left >= 0; left -= 1) {
    const found = level.find(isMirror);
    if (found !== undefined || left === 0) return found;
    level = level.flatMap(folders);
  }
  return undefined;
}

function folders(parent: string): string[] {
  try {
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !PASSED_OVER.has(entry.name))
      .map((entry) => path.join(parent, entry.name));
  } catch {
    return [];
  }
}
