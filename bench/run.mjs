// Ratios measured in one run on one machine; medians of several. `npm run bench` prints a table and, with --json, JSON.
import { execFileSync } from 'node:child_process';

const RUNS = Number(process.env.BENCH_RUNS ?? 15);

const once = (args) => {
  const start = process.hrtime.bigint();
  execFileSync(process.execPath, args, { stdio: 'ignore' });
  return Number(process.hrtime.bigint() - start) / 1e6;
};

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Both commands in turn, so that a busy machine slows both. */
function ratio(name, args, base) {
  once(args);
  once(base);
  const own = [];
  const other = [];
  for (let i = 0; i < RUNS; i++) {
    other.push(once(base));
    own.push(once(args));
  }
  const [ms, baseMs] = [median(own), median(other)];
  return {
    name,
    ms: Math.round(ms),
    baseMs: Math.round(baseMs),
    ratio: Number((ms / baseMs).toFixed(2)),
  };
}

const NOTHING = ['-e', '0'];
const rows = [
  ratio(
    'cold lint of one policy / node -e 0',
    ['dist/cli.js', 'lint', 'policies/orders.yaml'],
    NOTHING,
  ),
  ratio(
    'cold prove of one policy / node -e 0',
    ['dist/cli.js', 'prove', 'policies/orders.yaml'],
    NOTHING,
  ),
  ratio('cold --version / node -e 0', ['dist/cli.js', '--version'], NOTHING),
];

if (process.argv.includes('--json')) console.log(JSON.stringify({ runs: RUNS, rows }, null, 2));
else
  for (const { name, ms, baseMs, ratio } of rows)
    console.log(
      `${name.padEnd(40)} ${String(ms).padStart(6)} ms / ${String(baseMs).padStart(4)} ms = ${ratio}`,
    );
