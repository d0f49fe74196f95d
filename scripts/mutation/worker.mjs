// Runs tests with one mutant switched on; first all of them with none, to know which test comes by which mutant.
import { parentPort, workerData } from 'node:worker_threads';

const { bundle, task, left, covered } = workerData;
let active = -1;
let met = new Set();
globalThis.__mutant = (id) => {
  met.add(id);
  return id === active;
};
const { collected, prepared } = await import(bundle);
await prepared();

const fails = async (test) => {
  try {
    await test.run();
    return false;
  } catch {
    return true;
  }
};

if (task === 'cover') {
  const tests = {};
  const broken = [];
  const atLoad = met;
  const took = [];
  for (const [index, test] of collected.entries()) {
    met = new Set();
    const begin = performance.now();
    if (await fails(test)) {
      broken.push(test.name);
      continue;
    }
    took[index] = performance.now() - begin;
    // What runs when modules are loaded is fixed by then; only what a test comes by again can change it.
    for (const id of met) tests[id] = [...(tests[id] ?? []), index];
  }
  for (const id of Object.keys(tests)) tests[id].sort((a, b) => took[a] - took[b]);
  if (broken.length > 0)
    console.error(`left out, as they fail here with no mutant: ${broken.join('; ')}`);
  parentPort.postMessage({ tests, loaded: atLoad.size, count: collected.length });
} else {
  for (const id of left) {
    parentPort.postMessage({ trying: id });
    active = id;
    let result = 'alive';
    for (const index of covered.tests[id]) {
      parentPort.postMessage({ trying: id });
      if (await fails(collected[index])) {
        result = 'killed';
        break;
      }
    }
    active = -1;
    parentPort.postMessage({ id, result });
  }
}
