// Reads mutated texts one after the other, led by coverage: a batch that reaches new code joins those that are mutated.
import { writeFileSync } from 'node:fs';
import inspector from 'node:inspector/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { blocksOf, parts } from './coverage.mjs';

const { bundle, name, inputs, seed, watch, crashes, folder } = workerData;
const { READERS, wrongWith, mutated, random, hclParser } = await import(bundle);
const reader = READERS.find((one) => one.name === name);
const parser = await hclParser();
const flags = new Int32Array(watch, 0, 2);
const shown = new Uint8Array(watch, 8);
const encoder = new TextEncoder();

const session = new inspector.Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const modules = parts(bundle);

const BATCH = 250;
const KEPT = 12;
const corpus = [...reader.seeds];
const seen = new Map();
const next = random(seed);
let failed = 0;
let batch = [];

for (let i = 0; i < inputs; i++) {
  const text = mutated(corpus, next);
  // The watcher writes down what it finds here where nothing moves any more.
  const { written } = encoder.encodeInto(text, shown);
  Atomics.store(flags, 1, written);
  Atomics.add(flags, 0, 1);
  const wrong = await wrongWith(reader, text, parser);
  if (wrong !== undefined && failed++ < 20)
    writeFileSync(join(crashes, `${name}-${seed}-${i}.txt`), `${wrong}\n-----\n${text}`);
  batch.push(text);
  if (batch.length < BATCH && i < inputs - 1) continue;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  if (reaches(result)) corpus.push(...batch.filter(({ length }) => length < 8_000).slice(0, KEPT));
  if (corpus.length > 3_000) corpus.splice(reader.seeds.length, 500);
  batch = [];
  parentPort.postMessage({ done: i + 1, failed, corpus: corpus.length });
}
parentPort.postMessage({ done: inputs, failed, corpus: corpus.length, ...covered() });

/** Whether the batch ran a block that nothing ran before. Counts start again with each batch. */
function reaches(result) {
  let fresh = false;
  for (const [block, count] of blocksOf(result, bundle)) {
    const before = seen.get(block);
    if (count > 0 && before !== true) fresh = true;
    seen.set(block, before === true || count > 0);
  }
  return fresh;
}

/** Of the blocks of the reader's own code, how many ran. */
function covered() {
  let [ran, all] = [0, 0];
  for (const [block, did] of seen) {
    const start = Number(block.split('-')[0]);
    const module = modules.findLast(([from]) => from <= start)?.[1] ?? '';
    if (!reader.code.test(module)) continue;
    all++;
    if (did) ran++;
  }
  return { ran, all, folder };
}
