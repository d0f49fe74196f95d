#!/usr/bin/env node
/**
 * Starts the command line, which the build puts into one file beside this one.
 * Compiling that file takes longer than linting a policy, so the build also
 * stores what V8 made of it; another V8 finds no store of its own, or refuses
 * it, and compiles.
 */
'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const bundle = join(__dirname, 'interlock.cjs');
const { versions, platform, arch } = process;
const cache = join(__dirname, `interlock-${platform}-${arch}-${versions.v8}.cache`);

function stored() {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}

const cachedData = stored();
// The bundle is a function in ASCII, which is read fastest as Latin-1.
const script = new Script(readFileSync(bundle, 'latin1'), {
  filename: bundle,
  ...(cachedData && { cachedData }),
});
// Most runs end before optimised code would pay: here a function is worth it after this many bytes
// of bytecode, and one of the grammar never, of which the largest takes longer to optimise than a
// root of a thousand files takes to parse. Another V8 than the build's may not know the flags.
if (cachedData && !script.cachedDataRejected)
  for (const flag of ['--interrupt-budget=500000', '--liftoff-only']) setFlagsFromString(flag);
module.exports = { script, cache };
script.runInThisContext()(exports, require, module, bundle, __dirname);
