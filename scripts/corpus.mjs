// Judges checkouts of public repositories and holds what comes out to what people read in them.
//
//   npm run corpus -- DIR           DIR/<owner>+<name> or DIR/<owner>+<name>@<tag>, at the commits that corpus.tsv names
//   npm run corpus -- DIR --fix     applies safe fixes to a copy as well: files still parse, each fix removes its finding, none is new
//   npm run corpus -- DIR --write   takes new rows over; what a person says of a row stays with the row
//
// The rows are what Interlock says and what a person says; nothing of the repositories is kept.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const CLI = resolve('dist/cli.js');
const FOLDER = 'test/corpus';
/** Five minutes for a whole repository are a hang, on the busiest machine. */
const PATIENCE = 300_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { fix: { type: 'boolean' }, write: { type: 'boolean' } },
});
const [top] = positionals;
if (top === undefined) {
  console.error('usage: npm run corpus -- DIR [--fix] [--write]');
  process.exit(2);
}

const TABLES = {
  corpus: {
    key: ['repo', 'root', 'cluster'],
    said: ['verdict', 'table'],
    human: ['reading', 'agree'],
  },
  findings: {
    // Of several findings of one rule in one place, `nth` tells which; words may change.
    key: ['repo', 'file', 'line', 'rule', 'nth'],
    said: ['severity'],
    shown: ['message'],
    human: ['human', 'reason'],
  },
};

const readTable = (name) => {
  const [head = '', ...rows] = readFileSync(`${FOLDER}/${name}.tsv`, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return rows.map((row) =>
    Object.fromEntries(row.split('\t').map((cell, i) => [columns[i], cell])),
  );
};

function writeTable(name, rows, extra = []) {
  const { key, said, shown = [], human } = TABLES[name];
  const columns = [...key.slice(0, 1), ...extra, ...key.slice(1), ...said, ...shown, ...human];
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join('\t'));
  writeFileSync(`${FOLDER}/${name}.tsv`, `${[columns.join('\t'), ...lines].join('\n')}\n`);
}

const plain = (text) => String(text).replace(/\s+/g, ' ');

/** The command's JSON; a crash, a hang or anything on stderr is a failure by itself. */
function interlock(command, cwd, ...more) {
  const run = spawnSync(process.execPath, [CLI, command, '.', ...more], {
    cwd,
    encoding: 'utf8',
    timeout: PATIENCE,
    maxBuffer: 1 << 28,
  });
  if (run.error || ![0, 1].includes(run.status))
    throw new Error(`${command} in ${cwd}: ${run.error ?? run.stderr}`);
  return run.stdout;
}

const lint = (cwd) => JSON.parse(interlock('lint', cwd, '--format', 'json'));

const MARKS = { gap: 'nobody', undetermined: 'unknown', accepted: 'nobody, as said' };
const handlers = (claims) =>
  [
    ...new Set(
      claims
        .filter(({ holds, reaction }) => holds !== false && reaction !== 'observe')
        .map(({ handler }) => handler),
    ),
  ].join(' and ');

/** `spot (NodePool) karpenter and nth spot-interruption, nobody rebalance-recommendation`: each owner with its events. */
function tableOf(pools) {
  return pools
    .map(({ name, kind, presence, events }) => {
      const cells = new Map();
      for (const { event, verdict, claims } of events) {
        if (verdict === 'not-applicable') continue;
        const who = MARKS[verdict] ?? handlers(claims);
        cells.set(who, [...(cells.get(who) ?? []), event]);
      }
      const shown = [...cells].map(([who, those]) => `${who} ${[...new Set(those)].join(' ')}`);
      return `${name} (${kind}${presence === 'supposed' ? ', supposed' : ''}) ${shown.join(', ') || 'nothing can befall it'}`;
    })
    .join('; ');
}

/** Roots in which there is nothing to judge are one row for each repository. */
function judged(repo, cwd) {
  const { configurations } = JSON.parse(interlock('prove', cwd, '--format', 'json'));
  const full = configurations.filter(({ pools }) => pools.length > 0);
  const empty = configurations.length - full.length;
  const rows = full.map(({ root, cluster, verdict, pools }) => ({
    repo,
    root: plain(root),
    cluster: plain(cluster),
    verdict,
    table: plain(tableOf(pools)),
  }));
  const nothing = {
    repo,
    root: '(others)',
    cluster: '',
    verdict: 'undetermined',
    table: `${empty} without a pool`,
  };
  return empty > 0 ? [...rows, nothing] : rows;
}

function found(repo, { findings }) {
  const seen = new Map();
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ file, line, rule, message, severity }) => {
      const place = `${file}:${line} ${rule}`;
      const nth = (seen.get(place) ?? 0) + 1;
      seen.set(place, nth);
      const row = { repo, file, line: String(line), rule, nth: String(nth) };
      return { ...row, severity, message: plain(message) };
    });
}

/** What fixing breaks: texts that no longer parse, findings that stay or come. */
function fixed(repo, cwd, before) {
  const copy = mkdtempSync(join(tmpdir(), 'corpus-'));
  try {
    cpSync(realpathSync(cwd), copy, { recursive: true });
    interlock('lint', copy, '--fix', 'safe', '--format', 'json');
    const after = lint(copy);
    const left = tally(after.findings);
    const had = tally(before.findings);
    const safe = tally(before.findings.filter(({ fix }) => fix?.safety === 'safe'));
    const problems = [];
    for (const [key, count] of left)
      if (count > (had.get(key) ?? 0)) problems.push(`${repo}: new after fixing: ${key}`);
    for (const [key, count] of safe)
      if ((left.get(key) ?? 0) > (had.get(key) ?? 0) - count)
        problems.push(`${repo}: not fixed: ${key}`);
    const owners = (at) =>
      JSON.stringify(judged(repo, at).map(({ root, cluster, table }) => [root, cluster, table]));
    if (owners(copy) !== owners(cwd)) problems.push(`${repo}: fixing changed who owns what`);
    console.log(`${repo}: ${[...safe.values()].reduce((sum, n) => sum + n, 0)} safe fixes`);
    return problems;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Lines move when something is removed, so findings are counted by file, rule and message. */
function tally(findings) {
  const counts = new Map();
  for (const { file, rule, message } of findings) {
    const key = `${file} [${rule}] ${plain(message)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const keyOf = (name, row) => TABLES[name].key.map((column) => row[column]).join('\t');

function compare(name, known, now) {
  const before = new Map(known.map((row) => [keyOf(name, row), row]));
  const problems = [];
  for (const row of now) {
    const old = before.get(keyOf(name, row));
    before.delete(keyOf(name, row));
    if (old === undefined) problems.push(`new: ${keyOf(name, row).replaceAll('\t', ' ')}`);
    else
      for (const column of TABLES[name].said)
        if (old[column] !== row[column])
          problems.push(
            `changed: ${keyOf(name, row).replaceAll('\t', ' ')}: ${column} was "${old[column]}" and is "${row[column]}"`,
          );
  }
  for (const key of before.keys()) problems.push(`gone: ${key.replaceAll('\t', ' ')}`);
  return problems;
}

const known = { corpus: readTable('corpus'), findings: readTable('findings') };
const commits = new Map(known.corpus.map(({ repo, commit }) => [repo, commit]));
const now = { corpus: [], findings: [] };
const problems = [];
for (const repo of commits.keys()) {
  const cwd = join(top, repo.replace('/', '+'));
  if (!existsSync(cwd)) {
    console.log(`${repo}: no checkout in ${top}`);
    for (const name of Object.keys(now))
      now[name].push(...known[name].filter((row) => row.repo === repo));
    continue;
  }
  const before = lint(cwd);
  now.corpus.push(...judged(repo, cwd));
  now.findings.push(...found(repo, before));
  if (options.fix) problems.push(...fixed(repo, cwd, before));
}
for (const name of Object.keys(now)) problems.push(...compare(name, known[name], now[name]));
for (const name of ['corpus', 'findings'])
  for (const row of known[name])
    if (row.agree === 'no' || row.human === 'false')
      problems.push(`${keyOf(name, row).replaceAll('\t', ' ')}: said to be wrong`);
if (options.write)
  for (const name of Object.keys(now)) {
    const old = new Map(known[name].map((row) => [keyOf(name, row), row]));
    const rows = now[name].map((row) => ({
      ...old.get(keyOf(name, row)),
      ...row,
      commit: commits.get(row.repo),
    }));
    writeTable(name, rows, name === 'corpus' ? ['commit'] : []);
  }
for (const problem of problems) console.log(problem);
console.log(
  `${now.corpus.length} tables and ${now.findings.length} findings of ${commits.size} repositories: ${problems.length} differences`,
);
process.exit(problems.length === 0 || options.write ? 0 : 1);
