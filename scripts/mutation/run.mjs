// `npm run mutation [-- --sample N] [--seed N] [--files REGEX] [--tests REGEX]`: how many changes of operators and constants
// the tests notice. With `--tests` only some tests are asked, which is quick where the mutants are of one folder.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { instrumented } from './instrument.mjs';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '^src/(?:model|eventbridge|rules)/' },
    tests: { type: 'string', default: '' },
    out: { type: 'string' },
  },
});
const subject = new RegExp(values.files);
/** A mutant that needs longer than this for one test turns in a loop. */
const STILL_MS = 20_000;

/** The tests that say what the model, the matcher and the rules do; those of other parts would only take longer. */
const TESTS = [
  'test/rules.test.ts',
  'test/rule-cases.test.ts',
  'test/rule-words.test.ts',
  'test/pipeline/roots.test.ts',
  ...['test/model', 'test/eventbridge'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  ),
].filter((file) => new RegExp(values.tests).test(file));

const found = [];
const bundle = resolve('dist', `mutation-${process.pid}.mjs`);
await build({
  stdin: {
    contents: `${TESTS.map((file) => `import ${JSON.stringify(`./${file}`)};`).join('\n')}\nexport * from 'vitest';`,
    resolveDir: '.',
  },
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'error',
  alias: { vitest: resolve('scripts/mutation/shim.ts') },
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);globalThis.__mutant??=()=>false;",
  },
  plugins: [
    {
      name: 'mutants',
      setup({ onLoad }) {
        onLoad({ filter: /\.ts$/ }, ({ path }) => {
          const file = relative('.', path);
          // Tests look for their files beside themselves.
          const text = readFileSync(path, 'utf8').replaceAll(
            'import.meta.url',
            JSON.stringify(pathToFileURL(path).href),
          );
          return {
            contents: subject.test(file) ? instrumented(file, text, found) : text,
            loader: 'ts',
          };
        });
      },
    },
  ],
});

const covered = await inWorker({ task: 'cover' });
const ran = found.filter(({ id }) => covered.tests[id] !== undefined);
const sample = shuffled(ran, Number(values.seed)).slice(0, Number(values.sample));
const results = new Map();
while (results.size < sample.length) {
  const left = sample.filter(({ id }) => !results.has(id)).map(({ id }) => id);
  await inWorker({ task: 'try', left, covered }, (id, result) => results.set(id, result));
}
rmSync(bundle);

const alive = sample.filter(({ id }) => results.get(id) === 'alive');
const killed = sample.length - alive.length;
const lines = alive.map(({ file, line, says }) => `${file}:${line}\t${says}`).sort();
if (values.out !== undefined) writeFileSync(values.out, `${lines.join('\n')}\n`);
console.log(lines.join('\n'));
console.log(
  `${found.length} mutants, ${ran.length} of them in code that the tests run; ${killed} of ${sample.length} tried were noticed (${((100 * killed) / sample.length).toFixed(1)}%)`,
);

function inWorker(data, each) {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
    workerData: { bundle: pathToFileURL(bundle).href, ...data },
    stdout: false,
  });
  return new Promise((done, failed) => {
    let trying;
    let since = process.cpuUsage();
    const watcher = setInterval(() => {
      const { user, system } = process.cpuUsage(since);
      if (trying === undefined || (user + system) / 1_000 < STILL_MS) return;
      each(trying, 'still');
      void worker.terminate();
    }, 500);
    worker.on('message', (message) => {
      since = process.cpuUsage();
      if (message.tests !== undefined) done(message);
      if (message.trying !== undefined) trying = message.trying;
      if (message.result !== undefined) each(message.id, message.result);
    });
    worker.on('error', (error) => {
      // A mutant that fills the memory is noticed as one that does not end.
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY' || trying === undefined) failed(error);
      else each(trying, 'still');
    });
    worker.on('exit', () => {
      clearInterval(watcher);
      done(undefined);
    });
  });
}

/** In an order that the seed gives. */
function shuffled(items, seed) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return items
    .map((item) => [next(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
