#!/usr/bin/env node
/**
 * Derives the tables under src/facts/data from checkouts of the upstream
 * repositories and prints what differs from the stored ones.
 *
 *   npm run facts -- --repos DIR      DIR/<owner>+<name>/repo, bare or not, with tags
 *   npm run facts -- --repos DIR --write     takes the derived rows over
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AREAS } from './areas.mjs';
import { citations } from './citations.mjs';
import { differences } from './differences.mjs';
import { format } from './json.mjs';
import { openRepo } from './repo.mjs';

const DATA = new URL('../../src/facts/data/', import.meta.url);

const { values: options } = parseArgs({
  options: {
    repos: { type: 'string', default: process.env.FACTS_REPOS ?? 'upstream' },
    write: { type: 'boolean', default: false },
  },
});

const repos = new Map();
const open = (name) => {
  if (!repos.has(name)) repos.set(name, openRepo(options.repos, name));
  return repos.get(name);
};

const load = (file) => JSON.parse(readFileSync(new URL(file, DATA), 'utf8'));

/** Compares one table; returns the number of differences, or undefined where a checkout is missing. */
async function check({ file, needs, derive, comparable }) {
  const checkouts = needs.map(open);
  if (checkouts.includes(undefined)) return undefined;
  const table = load(file);
  const derived = await derive(...checkouts, table);
  const stored = comparable?.(table, ...checkouts) ?? table;
  const found = differences(stored, derived);
  for (const line of found) console.log(`${file}: ${line}`);
  if (options.write && comparable === undefined)
    writeFileSync(new URL(file, DATA), format({ ...table, ...derived }));
  return found.length;
}

let total = 0;
for (const area of AREAS) {
  const count = await check(area);
  if (count === undefined) console.log(`${area.file}: not checked, needs ${area.needs.join(', ')}`);
  else console.log(`${area.file}: ${count} differences`);
  total += count ?? 0;
}
const broken = citations(DATA, open);
for (const line of broken) console.log(line);
for (const repo of repos.values())
  if (repo !== undefined)
    console.log(`${repo.name} at ${repo.commit()}, newest tag ${repo.tags().at(-1)}`);
const dates = [...repos.values()].filter(Boolean).map((repo) => repo.date());
console.log(`newest upstream commit: ${dates.sort().at(-1)}`);
console.log(`${total} differences, ${broken.length} sources not found`);
process.exitCode = total + broken.length === 0 ? 0 : 1;
