// Bundles the playground: the judge, its facts and parsers in one script beside docs/playground/index.html.
import { rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const FOLDER = 'docs/playground';

/** The report's own style sheet, which the page links to. */
async function styleSheet() {
  const bundle = `node_modules/.cache/interlock/${process.pid}-style.mjs`;
  await build({
    entryPoints: ['src/report/html/style.ts'],
    outfile: bundle,
    format: 'esm',
    logLevel: 'error',
  });
  const { STYLE } = await import(pathToFileURL(bundle));
  rmSync(bundle);
  return STYLE;
}

/** Emscripten's loader asks for Node's modules only where it runs in Node. */
const withoutNode = {
  name: 'without-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:.*|fs\/promises|module|path|fs)$/ }, ({ path, importer }) =>
      /[\\/]web-tree-sitter[\\/]/.test(importer) ? { path, namespace: 'nothing' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export {}' }));
  },
};

writeFileSync(`${FOLDER}/report.css`, await styleSheet());
await build({
  entryPoints: [`${FOLDER}/page.ts`],
  outfile: `${FOLDER}/playground.js`,
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'import.meta.url': 'document.baseURI' },
  loader: { '.wasm': 'binary', '.tf': 'text', '.yaml': 'text' },
  plugins: [withoutNode],
});
