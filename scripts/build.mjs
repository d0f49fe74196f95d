// Builds dist/: the command, the cdktf app and the public API, split so that each command loads only what it uses.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { generateSummaries } from './summaries.mjs';
import { generateValidators } from './validators.mjs';

const require = createRequire(import.meta.url);

await generateValidators();
await generateSummaries();
rmSync('dist', { recursive: true, force: true });

const entries = ['src/cli.ts', 'src/app.ts', 'src/index.ts'].filter(existsSync);
await build({
  entryPoints: entries,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  // CommonJS packages inside an ES module bundle call require for Node's own modules.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});

mkdirSync('dist/wasm', { recursive: true });
cpSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm'), 'dist/wasm/web-tree-sitter.wasm');
cpSync(
  require.resolve('@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm'),
  'dist/wasm/tree-sitter-hcl.wasm',
);
