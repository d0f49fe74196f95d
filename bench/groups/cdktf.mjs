// Compiling: against parsing the YAML and synthesising the same resources with cdktf and nothing else.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeFleet } from '../fleets.mjs';
import { growth, interlock, ratio } from '../measure.mjs';

export function* cdktf({ folder, full }) {
  const sizes = full ? [1, 100, 1_000] : [1, 100];
  const place = (size, name) => join(folder, `${size}`, name);
  const compile = (size) =>
    interlock('compile', writeFleet(place(size, 'policies'), size), '--out', place(size, 'out'));
  for (const size of sizes) {
    spawnSync(process.execPath, compile(size), { stdio: 'ignore' });
    const bare = [
      'bench/bare-cdktf.mjs',
      ...['policies', 'out', 'bare'].map((one) => place(size, one)),
    ];
    yield ratio(`compile of ${size} / YAML parsing and bare cdktf`, compile(size), bare, {
      runs: size > 100 ? 1 : 3,
      target: 1.3,
      memory: true,
    });
  }
  yield* growth('compile of policies', sizes, compile, { runs: 1 });
}
