// Builds dist/: the command, the cdktf app and the public API.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { buildApi, buildCommand } from './bundles.mjs';
import { writeNotices } from './notices.mjs';
import { generateSummaries } from './summaries.mjs';
import { generateValidators } from './validators.mjs';

const require = createRequire(import.meta.url);

await generateValidators();
await generateSummaries();
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist/wasm', { recursive: true });
// The HCL parser reads its grammars as files.
const grammars = [
  'web-tree-sitter/web-tree-sitter.wasm',
  '@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm',
].map((file) => require.resolve(file));
for (const file of grammars) cpSync(file, `dist/wasm/${basename(file)}`);
writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
const metafiles = await Promise.all([buildApi(), buildCommand()]);
writeNotices(metafiles.flat(), grammars, 'dist/THIRD-PARTY-NOTICES.txt');
