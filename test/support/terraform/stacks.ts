/** Stacks that the compiler writes: the goldens, and what a policy gives for another release of the add-ons module. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { outputFiles } from '../../../src/commands/compile.js';
import { gatherPolicies } from '../../../src/commands/inputs.js';
import { type JudgedPolicy, provePolicies } from '../../../src/commands/policies.js';
import { run } from '../../../src/commands/program.js';
import type { Target } from '../../../src/compile/plan.js';
import * as reactions from '../../../src/facts/reactions.js';
import { managedTagOf } from '../../../src/policy/nth-sets.js';
import { hostilePolicy } from '../hostile.js';
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

/** A policy compiled in process, with what a caller must know of it. */
export interface CompiledStack extends Stack {
  readonly target: Target;
  readonly policy: JudgedPolicy;
  readonly variables: readonly string[];
  /** The tag that a pool's group must carry, by the pool. */
  readonly groupTags: ReadonlyMap<string, string>;
}

/** Policies that are tried with tools besides those that are shown: for any cluster, with two installations of NTH; with EKS Pod Identity. */
const TRIED = ['two-owners', 'pod-identity'].map((name) => `test/fixtures/policies/${name}.yaml`);

/** A policy whose texts must come through unchanged. */
export const HOSTILE = hostilePolicy(1000, 42);

/** Every policy that is tried, compiled for a target; no two of them are of one cluster. */
export async function compiledFor(target: Target): Promise<readonly CompiledStack[]> {
  const shown = readdirSync('policies').map((name) => `policies/${name}`);
  const texts = Object.fromEntries(
    [...shown, ...TRIED].map((file) => [file, readFileSync(file, 'utf8')]),
  );
  const stacks: CompiledStack[] = [await compiledText(HOSTILE.text, target)];
  for (const file of Object.keys(texts)) {
    const text = texts[file] ?? '';
    const own = file.endsWith('orders-1-29.yaml')
      ? text.replace('name: orders\n', 'name: old\n')
      : text;
    stacks.push(await compiled(file, { ...texts, [file]: own }, target));
  }
  return stacks;
}

/** One policy by its text. */
export const compiledText = (text: string, target: Target): Promise<CompiledStack> =>
  compiled('policy.yaml', { 'policy.yaml': text }, target);

async function compiled(
  file: string,
  texts: Readonly<Record<string, string>>,
  target: Target,
): Promise<CompiledStack> {
  const host = memoryHost(texts);
  const inputs = gatherPolicies(host, [file]);
  const [policy] = await provePolicies(host, inputs, { strict: false, target });
  const { plan } = policy ?? {};
  if (policy === undefined || plan === undefined)
    throw new Error(`${file} does not compile: ${JSON.stringify(policy?.findings.slice(0, 3))}`);
  const { blocks } = plan.modules.get('.') ?? plan.root;
  const named = (type: string) => blocks.filter((block) => block.type === type);
  return {
    name: plan.name,
    files: outputFiles(plan),
    target,
    policy,
    variables: named('variable').flatMap(({ labels }) => labels),
    groupTags: new Map(
      (policy.intent?.pools ?? []).flatMap((pool) => {
        const tag = policy.intent && managedTagOf(policy.intent, reactions, pool);
        return tag === undefined ? [] : [[pool.name.value, tag] as const];
      }),
    ),
  };
}

/** The golden's policy compiled for another release of the add-ons module. */
export async function compiledForRelease(release: string, name: string): Promise<Stack> {
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
export const spoiled = (stack: Stack, at: readonly string[], value: unknown): Stack =>
  changedFile(stack, [ROOT_FILE, at, value]);

/** A file, a place in it, and what stands there instead; gone where nothing does. */
export type Change = readonly [file: string, at: readonly string[], value?: unknown];

/** What is written with one place of a file changed; throws where there is nothing. */
export function changedFile(stack: Stack, [file, at, value]: Change): Stack {
  const before = JSON.parse(stack.files.get(file) ?? '{}') as unknown;
  const text = JSON.stringify(changed(before, at, value));
  return { name: 'spoiled', files: new Map([...stack.files, [file, text]]) };
}

function changed(node: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const fields = node as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: changed(fields[key], rest, value) };
}
