/**
 * Gives a root the code of the registry modules that it calls, so that its
 * `source` and `version` stay as written: an entry of Terraform's own manifest
 * for each call says that the module is installed, and where.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@cdktf/hcl2json';
import { ADDONS_SOURCE } from '../../../src/facts/addons.js';
import { stubAddonsModule } from './module-stub.js';
import { succeed } from './process.js';

interface Call {
  readonly source: string;
  readonly version?: string;
}

interface ManifestEntry {
  readonly Key: string;
  readonly Source: string;
  readonly Version?: string;
  readonly Dir: string;
}

/** The folder with a module's code; Terraform reads its child calls from there. */
export type ModuleCode = (source: string, version: string) => Promise<string>;

/** Writes the manifest of a root. A call that `code` cannot serve rejects. */
export async function linkModules(root: string, code: ModuleCode): Promise<void> {
  const entries: ManifestEntry[] = [{ Key: '', Source: '', Dir: '.' }];
  const walk = async (parent: string, folder: string): Promise<void> => {
    for (const [name, call] of await moduleCalls(folder)) {
      const key = parent === '' ? name : `${parent}.${name}`;
      const place = await locate(folder, call, code);
      entries.push({ Key: key, ...place });
      await walk(key, place.Dir);
    }
  };
  await walk('', root);
  const manifest = path.join(root, '.terraform', 'modules');
  mkdirSync(manifest, { recursive: true });
  writeFileSync(path.join(manifest, 'modules.json'), JSON.stringify({ Modules: entries }));
}

/** Modules that only declare what a release takes and gives. */
export function stubbedModules(store: string): ModuleCode {
  return async (source, version) => {
    if (source !== ADDONS_SOURCE) throw new Error(`there is no stub of ${source}`);
    const folder = path.join(store, 'stub', version);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'main.tf.json'), stubAddonsModule(version));
    return folder;
  };
}

/** The real code, from git directories; a release is the tag `v<release>`. */
export function checkedOutModules(
  store: string,
  repository: (source: string) => string | undefined,
): ModuleCode {
  const done = new Map<string, string>();
  return async (source, version) => {
    const id = `${source.replaceAll('/', '_')}_${version}`;
    const known = done.get(id);
    if (known !== undefined) return known;
    const git = repository(source);
    if (git === undefined) throw new Error(`MODULE_REPOS names no git directory of ${source}`);
    const folder = path.join(store, id);
    mkdirSync(folder, { recursive: true });
    const archive = `${folder}.tar`;
    await succeed('git', ['archive', '-o', archive, `v${version}`], { cwd: git });
    await succeed('tar', ['-x', '-f', archive], { cwd: folder });
    done.set(id, folder);
    return folder;
  };
}

async function locate(
  folder: string,
  { source, version }: Call,
  code: ModuleCode,
): Promise<Omit<ManifestEntry, 'Key'>> {
  if (/^\.{1,2}\//.test(source)) return { Source: source, Dir: path.resolve(folder, source) };
  const release = /\d+\.\d+\.\d+/.exec(version ?? '')?.[0];
  if (release === undefined) throw new Error(`the call of ${source} names no release`);
  return {
    Source: `registry.terraform.io/${source}`,
    Version: release,
    Dir: await code(source, release),
  };
}

async function moduleCalls(folder: string): Promise<readonly (readonly [string, Call])[]> {
  const calls: [string, Call][] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!/\.tf(\.json)?$/.test(file)) continue;
    const text = readFileSync(path.join(folder, file), 'utf8');
    const body: unknown = file.endsWith('.json') ? JSON.parse(text) : await parse(file, text);
    const { module = {} } = body as { module?: Record<string, Call | readonly [Call]> };
    for (const [name, call] of Object.entries(module)) calls.push([name, single(call)]);
  }
  return calls;
}

/** Converted HCL holds every block as a list. */
const single = (call: Call | readonly [Call]): Call => ('source' in call ? call : call[0]);
