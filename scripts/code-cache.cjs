// Runs the built command once and stores what V8 compiled for each file that has no store yet, where dist/cli.js looks for it.
'use strict';
const { writeFileSync } = require('node:fs');
const { resolve } = require('node:path');

const [, , ...args] = process.argv;
process.argv = [process.argv[0], resolve('dist/cli.js'), ...args];
const { loaded } = require(resolve('dist/cli.js'));
process.on('exit', () => {
  for (const { script, store } of loaded.values())
    if (script.cachedDataRejected !== false) writeFileSync(store, script.createCachedData());
});
