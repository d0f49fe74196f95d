// `npm run fuzz [-- READER...] [--inputs N] [--seed N]`: each reader on mutated texts; what it cannot answer is written to fuzz-crashes/.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});
const inputs = Number(values.inputs);
const seed = Number(values.seed);
/** No text that is read takes longer, and no reader needs more. */
const HANG_MS = 5_000;
const MEMORY_MIB = 1_024;

const folder = mkdtempSync(join(tmpdir(), 'interlock-fuzz-'));
const crashes = 'fuzz-crashes';
mkdirSync(crashes, { recursive: true });
const outfile = join(folder, 'readers.mjs');
await build({
  entryPoints: ['scripts/fuzz/entry.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
const bundle = pathToFileURL(outfile).href;
const { READERS } = await import(bundle);
const wanted = READERS.map(({ name }) => name).filter(
  (name) => positionals.length === 0 || positionals.includes(name),
);

let bad = false;
for (const name of wanted) {
  const { done, failed, corpus, ran, all, stopped, seconds } = await fuzz(name);
  bad ||= failed > 0 || stopped !== undefined;
  const share =
    all === undefined
      ? ''
      : `, ${ran} of ${all} blocks of its code (${Math.round((100 * ran) / all)}%)`;
  console.log(
    `${name.padEnd(14)} ${done} inputs, ${failed} failed, ${corpus} texts kept${share}, ${seconds} s${stopped === undefined ? '' : `: ${stopped}`}`,
  );
}
rmSync(folder, { recursive: true });
process.exitCode = bad ? 1 : 0;

function fuzz(name) {
  const watch = new SharedArrayBuffer(8 + 256 * 1024);
  const flags = new Int32Array(watch, 0, 2);
  const begin = process.hrtime.bigint();
  let last = { done: 0, failed: 0, corpus: 0 };
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
    workerData: { bundle, name, inputs, seed, watch, crashes },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  });
  return new Promise((resolve) => {
    let at = 0;
    let since = process.cpuUsage();
    const end = (stopped) => {
      clearInterval(watcher);
      const seconds = Math.round(Number(process.hrtime.bigint() - begin) / 1e9);
      resolve({ ...last, seconds, ...(stopped !== undefined && { stopped }) });
    };
    const watcher = setInterval(() => {
      const now = Atomics.load(flags, 0);
      if (now !== at) since = process.cpuUsage();
      at = now;
      // Time of the processor: on a busy machine a text may wait longer than it takes.
      const { user, system } = process.cpuUsage(since);
      if (at === 0 || (user + system) / 1_000 < HANG_MS) return;
      const text = new Uint8Array(watch, 8).slice(0, Atomics.load(flags, 1));
      writeFileSync(join(crashes, `${name}-${seed}-hang.txt`), text);
      void worker.terminate();
      end(`no answer for ${HANG_MS / 1_000} s`);
    }, 1_000);
    worker.on('message', (message) => {
      last = message;
    });
    worker.on('error', (error) => end(String(error)));
    worker.on('exit', () => end());
  });
}
