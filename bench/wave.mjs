// Waves of up to 10,000 nodes with 30 pods each: seconds of one core, memory, and how both grow. `npm run bench:wave`, with --json for JSON.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZES = [1250, 2500, 5000, 10000];
const MOST_SECONDS = 10;
const MOST_MEBIBYTES = 1024;

/** NTH alone at its defaults, NTH with so many replicas that most of the work is done, and Karpenter. */
const CASES = [
  { name: 'karpenter', args: ['policies/spot-fleet.yaml'] },
  { name: 'nth', args: ['policies/payments-prod.yaml', '--pool', 'batch'] },
  {
    name: 'nth, 100 replicas',
    args: ['policies/payments-prod.yaml', '--pool', 'batch', '--replicas', '100', '--grace', '20'],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'interlock-wave-'));
const usage = (args) => {
  const file = join(folder, 'usage.json');
  try {
    execFileSync(process.execPath, ['--require', './bench/usage.cjs', 'dist/cli.js', ...args], {
      stdio: 'ignore',
      env: { ...process.env, USAGE_FILE: file },
    });
  } catch (error) {
    // A wave that does not fit ends with 1.
    if (error.status !== 1) throw error;
  }
  return JSON.parse(readFileSync(file, 'utf8'));
};

const base = usage(['--version']);
const rows = CASES.map(({ name, args }) => {
  const runs = SIZES.map((nodes) => {
    const run = usage(['simulate', ...args, '--nodes', String(nodes), '--pods', '30']);
    return { nodes, cpu: run.cpu, mebibytes: Math.round(run.mebibytes) };
  });
  // What a start costs is no growth. Twice the nodes cost at most 2 log(2n)/log(n), and some noise.
  const growth = runs.slice(1).map((run, index) => {
    const before = runs[index];
    const factor = (run.cpu - base.cpu) / Math.max(0.01, before.cpu - base.cpu);
    const limit = (2 * Math.log(run.nodes)) / Math.log(before.nodes);
    return { nodes: run.nodes, factor: Number(factor.toFixed(2)), limit: Number(limit.toFixed(2)) };
  });
  return { name, runs, growth };
});
rmSync(folder, { recursive: true });

const over = rows.flatMap(({ name, runs }) =>
  runs
    .filter(({ cpu, mebibytes }) => cpu > MOST_SECONDS || mebibytes > MOST_MEBIBYTES)
    .map(({ nodes }) => `${name}, ${nodes} nodes`),
);

if (process.argv.includes('--json')) console.log(JSON.stringify({ base, rows, over }, null, 2));
else {
  for (const { name, runs, growth } of rows) {
    console.log(name);
    for (const [index, { nodes, cpu, mebibytes }] of runs.entries()) {
      const grown = growth[index - 1];
      const times =
        grown === undefined ? '' : `, ${grown.factor} times the half (n log n: ${grown.limit})`;
      console.log(
        `  ${String(nodes).padStart(6)} nodes, ${nodes * 30} pods: ${cpu.toFixed(2)} s of one core, ${mebibytes} MiB${times}`,
      );
    }
  }
  console.log(
    over.length === 0
      ? `every wave within ${MOST_SECONDS} s and ${MOST_MEBIBYTES} MiB`
      : `over ${MOST_SECONDS} s or ${MOST_MEBIBYTES} MiB: ${over.join('; ')}`,
  );
}
process.exitCode = over.length === 0 ? 0 : 1;
