// Processes measured one against the other: both in turn, so that a busy machine slows both.
import { spawnSync } from 'node:child_process';

/** The arguments of Node that do nothing, and those that run the command. */
export const NOTHING = ['-e', '0'];
export const interlock = (...args) => ['dist/cli.js', ...args];

/** What runs: arguments of Node, or another program. */
const partsOf = (command) =>
  Array.isArray(command)
    ? { program: process.execPath, args: command }
    : { cwd: undefined, ...command };

/** Wall time in ms of one run; a status that is not expected ends the bench. */
function once(command, statuses) {
  const { program, args, cwd, env } = partsOf(command);
  const start = process.hrtime.bigint();
  const ended = spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    cwd,
    env: { ...process.env, ...env },
  });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (!statuses.includes(ended.status))
    throw new Error(`${program} ${args.join(' ')} ended with ${ended.status}: ${ended.stderr}`);
  return ms;
}

/** The most memory that a run of Node had, in MiB. */
function peak(command) {
  const { output } = spawnSync(process.execPath, ['--require', './bench/peak.cjs', ...command], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  return Math.round(Number(output[3]) / 1024);
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * A row: the medians of both, their ratio and what it should be. Before they
 * count, each runs once, so that both find their files in the cache.
 */
export function ratio(
  name,
  own,
  base,
  { runs = 5, target, memory = false, statuses = [0, 1] } = {},
) {
  const [ownMs, baseMs] = [[], []];
  for (let i = 0; i <= runs; i++) {
    const [b, o] = [once(base, statuses), once(own, statuses)];
    if (i === 0) continue;
    baseMs.push(b);
    ownMs.push(o);
  }
  const [ms, other] = [median(ownMs), median(baseMs)];
  return {
    name,
    ms: Math.round(ms),
    baseMs: Math.round(other),
    ratio: Number((ms / other).toFixed(ms / other < 0.1 ? 3 : 2)),
    ...(target !== undefined && { target }),
    ...(memory && { mebibytes: peak(own) }),
  };
}

/** A row for each size, and how the time grows from one to the next: 1 where it grows as the size does. */
export function* growth(name, sizes, commandOf, { runs = 3 } = {}) {
  let before;
  for (const size of sizes) {
    const command = commandOf(size);
    const ms = median(Array.from({ length: runs }, () => once(command, [0, 1])));
    const row = { name: `${name}: ${size}`, ms: Math.round(ms), mebibytes: peak(command) };
    if (before === undefined) yield row;
    else
      yield {
        ...row,
        name: `${row.name} (growth per growth of the size)`,
        ratio: Number((ms / before.ms / (size / before.size)).toFixed(2)),
        target: 1.1,
      };
    before = { size, ms };
  }
}
