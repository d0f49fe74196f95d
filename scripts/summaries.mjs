// Parses the summaries of registry modules when Interlock is built, so that judging a policy needs no HCL parser.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const FOLDER = 'src/facts/summaries';
const summaries = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.tf'))
  .map((name) => ({
    source: `${FOLDER}/${name}`,
    out: `src/facts/generated/${name.replace(/\.tf$/, '-summary.json')}`,
  }));

export async function generateSummaries() {
  const bundle = 'node_modules/.cache/interlock/parser.mjs';
  await build({
    entryPoints: ['src/terraform/hcl/parser.ts'],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  const { createHclParser } = await import(`${pathToFileURL(bundle)}?${Date.now()}`);
  const parser = await createHclParser({
    engine: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(
      require.resolve('@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm'),
    ),
  });
  for (const { source, out } of summaries) {
    const file = source.replace('src/', '');
    const { module, findings } = parser.parse(file, readFileSync(source, 'utf8'));
    if (findings.length > 0) throw new Error(`${source}: ${findings[0].message}`);
    mkdirSync('src/facts/generated', { recursive: true });
    writeFileSync(out, JSON.stringify(module));
  }
  rmSync(bundle, { force: true });
}
