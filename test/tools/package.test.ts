/**
 * The package as people get it: packed, installed into an empty folder without
 * a registry, and used there by hand, by GitHub's action, by GitLab's component
 * and by pre-commit.
 */

import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { parse, parseAllDocuments } from 'yaml';
import { driver } from '../support/editor.js';
import { type Ended, run, succeed } from '../support/terraform/process.js';
import { copyTree } from '../support/tree.js';

const FAILS = 'test/rules/duplicate-handler/fails.yaml';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

let scratch: string;
let home: string;
let tarball: string;

/** A home of its own, so that nothing of this machine's configuration or caches helps. */
const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: home,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  ...more,
});

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), 'interlock-package-'));
  home = path.join(scratch, 'home');
  mkdirSync(home);
  // From a tree without dist: packing builds it.
  const tree = copyTree('.', path.join(scratch, 'tree'));
  const packed = await succeed('npm', ['pack'], { cwd: tree, env: environment() });
  // pre-commit takes the whole output for the name of the file.
  expect(packed.stdout.trim()).toBe(`eks-interlock-${version}.tgz`);
  tarball = path.join(tree, packed.stdout.trim());
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const interlock = (folder: string, line: string): Promise<Ended> =>
  run('npx', ['--no-install', 'interlock', ...line.split(' ')], {
    cwd: folder,
    env: environment(),
  });

async function installed(): Promise<string> {
  const folder = mkdtempSync(path.join(scratch, 'empty-'));
  const args = ['install', '--offline', '--no-audit', '--no-fund', tarball];
  await succeed('npm', args, { cwd: folder, env: environment() });
  return folder;
}

describe('the package in an empty folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await installed();
    cpSync('policies', path.join(folder, 'policies'), { recursive: true });
    cpSync('test/pipeline/roots/both-add-ons', path.join(folder, 'terraform'), { recursive: true });
    writeFileSync(path.join(folder, 'fails.yaml'), readFileSync(FAILS));
  });

  it('is one package, of a few megabytes', () => {
    expect(
      readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ).toEqual(['eks-interlock']);
    expect(statSync(tarball).size).toBeLessThan(6_000_000);
    expect(sizeOf(path.join(folder, 'node_modules'))).toBeLessThan(20_000_000);
  });

  it('lints, and fails where something is wrong', async () => {
    expect((await interlock(folder, 'lint policies terraform')).status).toBe(0);
    const failed = await interlock(folder, 'lint fails.yaml');
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain('[duplicate-handler]');
  });

  it('proves policies and Terraform', async () => {
    const { status, stdout } = await interlock(folder, 'prove policies terraform');
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nproved\n$/);
  });

  it('compiles to the bytes of the goldens', async () => {
    const { status } = await interlock(folder, 'compile policies --out out');
    expect(status).toBe(0);
    const golden = 'test/golden/addons';
    for (const stack of readdirSync(golden))
      expect(readFileSync(path.join(folder, 'out', stack, 'cdk.tf.json'), 'utf8')).toBe(
        readFileSync(path.join(golden, stack, 'cdk.tf.json'), 'utf8'),
      );
  });

  it('does the same where what V8 compiled is absent, broken or of another file', async () => {
    const copy = path.join(folder, 'elsewhere');
    const dist = path.join(copy, 'dist');
    cpSync(path.join(folder, 'node_modules/eks-interlock/dist'), dist, { recursive: true });
    const stores = readdirSync(dist).filter((name) => name.endsWith('.cache'));
    expect(stores.length).toBeGreaterThanOrEqual(3);
    const [first = ''] = stores;
    const broken: readonly ((store: string) => void)[] = [
      (store) => writeFileSync(store, 'not of V8'),
      (store) => writeFileSync(store, readFileSync(store).subarray(0, 5_000)),
      (store) => cpSync(path.join(folder, 'node_modules/eks-interlock/dist', first), store),
      (store) => rmSync(store),
    ];
    for (const change of broken) {
      for (const store of stores) change(path.join(dist, store));
      const args = [path.join(dist, 'cli.js'), 'compile', 'policies', '--out', 'elsewhere/out'];
      const { status, stderr } = await run(process.execPath, args, { cwd: folder });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    }
  });

  it('serves an editor', async () => {
    const child = spawn('npx', ['--no-install', 'interlock', 'lsp', '--stdio'], {
      cwd: folder,
      env: environment(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const streams = [
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    ] as const;
    const editor = await driver(createProtocolConnection(...streams), folder);
    await editor.open('fails.yaml', readFileSync(FAILS, 'utf8'));
    const found = await editor.diagnostics('fails.yaml');
    expect(found.map(({ code }) => code)).toContain('duplicate-handler');
    const ended = new Promise((resolve) => child.on('exit', resolve));
    await editor.quit();
    expect(await ended).toBe(0);
  });

  it('carries the licences of what it bundles, schemas for editors and the public API', async () => {
    const root = path.join(folder, 'node_modules/eks-interlock');
    const notices = readFileSync(path.join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['cdktf 0', '@cdktf/provider-aws', 'yaml 2', 'web-tree-sitter', 'commander'])
      expect(notices).toContain(`\n${name}`);
    expect(existsSync(path.join(root, 'schemas/policy.v1.schema.json'))).toBe(true);
    const script = "import { RULES } from 'eks-interlock'; console.log(RULES.length > 10);";
    const { stdout } = await succeed('node', ['--input-type=module', '-e', script], {
      cwd: folder,
    });
    expect(stdout).toBe('true\n');
  });
});

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(path.join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

describe("GitHub's action", () => {
  const action = parse(readFileSync('action.yml', 'utf8')) as Action;
  let folder: string;
  beforeEach(async () => {
    folder = await installed();
  });

  /** A step as the runner runs it: inputs in the environment, files for what it hands on. */
  async function step(name: string, inputs: Readonly<Record<string, string>>) {
    const found = action.runs.steps.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no step ${name}`);
    const defaults = Object.entries(action.inputs).map(([key, input]) => [key, input.default]);
    const given: Record<string, string> = { ...Object.fromEntries(defaults), ...inputs };
    const env = Object.entries(found.env).map(([key, expression]) => {
      const input = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)?.[1];
      return [key, given[input ?? ''] ?? ''];
    });
    const files = { GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary.md', RUNNER_TEMP: '.' };
    writeFileSync(path.join(folder, 'step.sh'), found.run);
    const ended = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', 'step.sh'], {
      cwd: folder,
      env: environment({ ...files, ...Object.fromEntries(env) }),
    });
    const read = (file: string): string =>
      existsSync(path.join(folder, file)) ? readFileSync(path.join(folder, file), 'utf8') : '';
    return { ...ended, output: read('output'), summary: read('summary.md'), read };
  }

  it('annotates, sums up and hands on SARIF, and fails with what is wrong', async () => {
    writeFileSync(path.join(folder, 'fails.yaml'), readFileSync(FAILS));
    const { status, stdout, output, summary, read } = await step('Lint', { paths: 'fails.yaml' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=fails\.yaml,line=3,.*title=duplicate-handler::/m);
    expect(summary).toContain('### Interlock: 2 errors');
    expect(output).toBe('sarif=interlock.sarif\n');
    expect(JSON.parse(read('interlock.sarif'))).toHaveProperty('version', '2.1.0');
  });

  it('passes where nothing is wrong, and takes paths with blanks and more options', async () => {
    mkdirSync(path.join(folder, 'my policies'));
    cpSync('policies/spot-fleet.yaml', path.join(folder, 'my policies/$(touch x).yaml'));
    const { status, summary } = await step('Lint', {
      paths: 'my policies\n',
      arguments: '--strict\n--today=2026-11-30',
    });
    expect(status).toBe(0);
    expect(summary).toContain('in 1 policy');
    expect(existsSync(path.join(folder, 'x'))).toBe(false);
  });

  it('proves where that is asked for', async () => {
    cpSync('policies/spot-fleet.yaml', path.join(folder, 'fleet.yaml'));
    expect(await step('Prove', { paths: 'fleet.yaml' })).toMatchObject({
      status: 0,
      summary: expect.stringContaining('### Interlock: proved'),
    });
    expect((await step('Prove', { paths: 'nothing.yaml' })).status).not.toBe(0);
  });

  it('is of the version of this package, and lets no input into the text of a script', () => {
    expect(action.inputs.version?.default).toBe(version);
    for (const { run: script } of action.runs.steps) expect(script).not.toContain('${{');
  });
});

describe("GitLab's component", () => {
  const documents = parseAllDocuments(readFileSync('templates/interlock.yml', 'utf8'));
  const [head, jobs] = documents.map((document) => document.toJS());

  it('writes the reports that it hands on', async () => {
    const folder = await installed();
    writeFileSync(path.join(folder, 'fails.yaml'), readFileSync(FAILS));
    const { variables, script, artifacts } = jobs.interlock;
    const values: Record<string, string> = { paths: 'fails.yaml' };
    const env = Object.entries(variables as Record<string, string>).map(([key, text]) => {
      const input = /^\$\[\[ inputs\.([a-z-]+) \]\]$/.exec(text)?.[1] ?? '';
      return [key, values[input] ?? head.spec.inputs[input].default];
    });
    const { status } = await run('sh', ['-ec', script.join('\n')], {
      cwd: folder,
      env: environment(Object.fromEntries(env)),
    });
    expect(status).toBe(1);
    const { codequality, junit } = artifacts.reports;
    const issues = JSON.parse(readFileSync(path.join(folder, codequality), 'utf8'));
    expect(issues[0]).toMatchObject({ check_name: 'duplicate-handler', severity: 'critical' });
    expect(readFileSync(path.join(folder, junit), 'utf8')).toContain('<failure type="error"');
  });

  it('is of the version of this package', () => {
    expect(head.spec.inputs.version.default).toBe(version);
  });
});

describe("pre-commit's hooks", () => {
  const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly {
    readonly id: string;
    readonly entry: string;
    readonly args?: readonly string[];
    readonly files: string;
  }[];

  it.each(hooks)('$id judges the repo that it runs in', async ({ entry, args = [], files }) => {
    const folder = await installed();
    writeFileSync(path.join(folder, 'fails.yaml'), readFileSync(FAILS));
    const [, ...words] = entry.split(' ');
    expect((await interlock(folder, [...words, ...args].join(' '))).status).toBe(1);
    const watched = new RegExp(files);
    for (const file of ['a/main.tf', 'b.yaml', 'c.tf.json', 'd.auto.tfvars', 'e.tofu'])
      expect(watched.test(file), file).toBe(true);
    expect(watched.test('README.md')).toBe(false);
  });
});
