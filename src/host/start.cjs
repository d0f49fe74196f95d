#!/usr/bin/env node
/**
 * Starts the command line, which the build puts into one file beside this one
 * and a few that are loaded where they are needed. Compiling such a file takes
 * longer than linting a policy, so the build also stores what V8 made of each;
 * another V8 finds no store of its own, or refuses it, and compiles.
 */
'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const { versions, platform, arch } = process;
const storeOf = (file) =>
  join(__dirname, `${basename(file, '.cjs')}-${platform}-${arch}-${versions.v8}.cache`);

// Most runs end before optimised code would pay: here a function is worth it after this many bytes
// of bytecode, and one of the grammar never, of which the largest takes longer to optimise than a
// root of a thousand files takes to parse. Another V8 than the build's may not know the flags, and
// what is stored is refused where they differ.
if (existsSync(storeOf('interlock.cjs')))
  for (const flag of ['--interrupt-budget=1000000', '--liftoff-only']) setFlagsFromString(flag);

const loaded = new Map();

/** The exports of a file of the build. */
function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.module.exports;
  const filename = join(__dirname, name);
  const store = storeOf(name);
  // A file is a function in ASCII, which is read fastest as Latin-1.
  const script = new Script(readFileSync(filename, 'latin1'), {
    filename,
    ...(existsSync(store) && { cachedData: readFileSync(store) }),
  });
  const module = { exports: {} };
  loaded.set(name, { script, store, module });
  script.runInThisContext()(module.exports, find, module, filename, __dirname);
  return module.exports;
}

/** Files of the build lie here; everything else is Node's. */
const find = (name) => (name.startsWith('./') ? load(name.slice(2)) : require(name));

module.exports = { loaded };
load('interlock.cjs');
