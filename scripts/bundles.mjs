// What esbuild makes of src/: modules for those who import, and one file for the command, which must start fast.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

const COMMON = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/** The cdktf app and the public API: ES modules, split so that each part is loaded where it is used. */
export const buildApi = async () => {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: ['src/app.ts', 'src/index.ts'],
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    format: 'esm',
    chunkNames: 'chunks/[name]-[hash]',
    // CommonJS packages inside an ES module bundle call require for Node's own modules.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  return [metafile];
};

/** Too large to be read where they are not used: what needs one of them becomes a file of its own. */
const HEAVY = /(?:^|\/)node_modules\/(cdktf|constructs|web-tree-sitter|vscode-[\w-]+)\//;

/** Only subcommands that are programs of their own start processes, and there are none. */
const commanderStartsNothing = {
  name: 'commander-starts-nothing',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer)
        ? { path: 'child_process', namespace: 'nothing' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = {}' }));
  },
};

const command = {
  ...COMMON,
  format: 'cjs',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': '__here' },
  alias: {
    // Its ES module looks for Node's modules in a way that only ES modules have.
    'web-tree-sitter': require.resolve('web-tree-sitter'),
    // Its build for Node asks the environment at every token whether to log it.
    yaml: join(dirname(require.resolve('yaml/package.json')), 'browser/index.js'),
  },
  // What is stored of a file is stored of one expression: src/host/start.cjs calls it.
  banner: {
    js: "(function (exports, require, module, __filename, __dirname) {const __here=require('node:url').pathToFileURL(__filename).href;",
  },
  footer: { js: '})' },
};

/** What was put in is told by the metafiles. The command: dist/cli.js starts dist/interlock.cjs, with one more file for each part that is heavy. */
export async function buildCommand() {
  const { inputs } = await graph();
  const heavy = heavyParts(inputs);
  const apart = {
    name: 'heavy-parts-apart',
    setup({ onResolve, resolve: find }) {
      onResolve(
        { filter: /^\.{1,2}\// },
        async ({ path, kind, importer, resolveDir, pluginData }) => {
          if (kind !== 'dynamic-import' || pluginData === 'apart') return undefined;
          const found = await find(path, { kind, importer, resolveDir, pluginData: 'apart' });
          const part = relative('.', found.path);
          return heavy.has(part) ? { path: `./${fileOf(part)}`, external: true } : found;
        },
      );
    },
  };
  const plugins = [commanderStartsNothing, apart];
  const whole = await build({
    ...command,
    plugins,
    entryPoints: ['src/cli.ts'],
    outfile: 'dist/interlock.cjs',
  });
  const parts = [...heavy].map((part) =>
    build({ ...command, plugins, entryPoints: [part], outfile: `dist/${fileOf(part)}` }),
  );
  const built = [whole, ...(await Promise.all(parts))];
  for (const file of ['interlock.cjs', ...[...heavy].map(fileOf)]) toAscii(`dist/${file}`);
  cpSync('src/host/start.cjs', 'dist/cli.js');
  train();
  return built.map(({ metafile }) => metafile);
}

/** Runs that load what is worth a store. The first is run again: what it stores is refused once it is there, because then flags are set. */
function train() {
  const out = mkdtempSync(join(tmpdir(), 'interlock-build-'));
  const lint = ['lint', 'policies/orders.yaml'];
  const prove = ['prove', 'examples/blueprints/before'];
  const compile = ['compile', 'policies/orders.yaml', '--out', out];
  for (const run of [lint, lint, prove, compile])
    spawnSync(process.execPath, ['scripts/code-cache.cjs', ...run], { stdio: 'ignore' });
  rmSync(out, { recursive: true });
}

/** What starts the bundle reads it as Latin-1; esbuild leaves the text of tagged templates as it is written. */
function toAscii(file) {
  const text = readFileSync(file, 'utf8');
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, text.replace(/[^\0-\x7f]/g, escaped));
}

const fileOf = (part) => `${basename(part, '.ts')}.cjs`;

const graph = async () => {
  const { metafile } = await build({
    ...command,
    plugins: [commanderStartsNothing],
    entryPoints: ['src/cli.ts'],
    outfile: resolve('dist/interlock.cjs'),
    write: false,
  });
  return metafile;
};

/** The modules that are loaded on demand and cannot do without something heavy. */
function heavyParts(inputs) {
  const needs = (file, seen = new Set()) => {
    if (seen.has(file)) return false;
    seen.add(file);
    return (
      HEAVY.test(file) ||
      (inputs[file]?.imports ?? []).some(
        ({ path, kind }) => kind !== 'dynamic-import' && needs(path, seen),
      )
    );
  };
  const onDemand = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
  );
  return new Set(onDemand.filter((part) => needs(part)));
}
