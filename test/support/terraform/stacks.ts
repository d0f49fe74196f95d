/** Stacks that the compiler writes: the goldens, and what a policy gives for another release of the add-ons module. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../../src/commands/program.js';
import type { Target } from '../../../src/compile/plan.js';
import { memoryHost } from '../memory-host.js';

export const ROOT_FILE = 'cdk.tf.json';

export interface Stack {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Every folder below `parent` that holds a stack or a module, with all of its files. */
export const stacksIn = (parent: string, file = ROOT_FILE): readonly Stack[] =>
  readdirSync(parent)
    .sort()
    .filter((name) => existsSync(path.join(parent, name, file)))
    .map((name) => ({ name, files: filesIn(path.join(parent, name)) }));

/** What every policy in policies/ compiles to, as it is kept. */
export const goldenStacks = (target: Target = 'addons'): readonly Stack[] =>
  stacksIn(`test/golden/${target}`, target === 'module' ? 'main.tf.json' : ROOT_FILE);

/** The golden's policy compiled for another release of the add-ons module. */
export async function compiledFor(release: string, name: string): Promise<Stack> {
  const file = `policies/${name}.yaml`;
  const text = readFileSync(file, 'utf8').replace(/(addons:) [\d.]+/, `$1 ${release}`);
  const host = memoryHost({ [file]: text });
  await run(host, ['compile', file, '--out', 'out']);
  const folder = `out/${name}/`;
  const written = [...host.files].filter(([place]) => place.startsWith(folder));
  if (written.length === 0) throw new Error(host.stderr());
  return {
    name: `${name}-${release}`,
    files: new Map(written.map(([place, content]) => [place.slice(folder.length), content])),
  };
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** The root of a stack as data. */
export const rootOf = (stack: Stack): TerraformJson =>
  JSON.parse(stack.files.get(ROOT_FILE) ?? '{}') as TerraformJson;

/** The sections of a root that tests look into. */
export interface TerraformJson {
  readonly data: Blocks;
  readonly provider: { readonly aws: readonly [{ readonly region: string }] };
  readonly variable?: Readonly<Record<string, unknown>>;
}
type Blocks = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

export const regionOf = (root: TerraformJson): string => root.provider.aws[0].region;

/** The stack with one place of its root changed; without a value, what is there goes. */
export function spoiled(stack: Stack, at: readonly string[], value: unknown): Stack {
  const root = changed(JSON.parse(stack.files.get(ROOT_FILE) ?? '{}'), at, value);
  return { name: 'spoiled', files: new Map([...stack.files, [ROOT_FILE, JSON.stringify(root)]]) };
}

function changed(node: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const fields = node as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: changed(fields[key], rest, value) };
}
