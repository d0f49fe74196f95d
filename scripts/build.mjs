// Builds dist/: the command, the cdktf app and the public API.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildApi, buildCommand } from './bundles.mjs';
import { generateSummaries } from './summaries.mjs';
import { generateValidators } from './validators.mjs';

const require = createRequire(import.meta.url);

await generateValidators();
await generateSummaries();
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist/wasm', { recursive: true });
for (const grammar of [
  'web-tree-sitter/web-tree-sitter.wasm',
  '@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm',
])
  cpSync(require.resolve(grammar), `dist/wasm/${grammar.split('/').at(-1)}`);
writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
await Promise.all([buildApi(), buildCommand()]);
