// Runs the built command once and stores what V8 compiled for it, where dist/cli.js looks for it.
'use strict';
const { writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const v8 = require('node:v8');

// What is stored is refused where flags differ, and the command reads the store before it sets any.
v8.setFlagsFromString = () => {};
const [, , ...args] = process.argv;
process.argv = [process.argv[0], resolve('dist/cli.js'), ...args];
const { script, cache } = require(resolve('dist/cli.js'));
process.on('exit', () => writeFileSync(cache, script.createCachedData()));
