// Ratios measured in one run on one machine, medians of several. `npm run bench [-- GROUP...] [--json] [--full]` prints a table, or JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cdktf } from './groups/cdktf.mjs';
import { fleet } from './groups/fleet.mjs';
import { start } from './groups/start.mjs';

import { terraform } from './groups/terraform.mjs';
import { table } from './table.mjs';

const GROUPS = { start, fleet, terraform, cdktf };

const args = process.argv.slice(2);
const wanted = args.filter((one) => !one.startsWith('--'));
const unknown = wanted.filter((one) => !(one in GROUPS));
if (unknown.length > 0) {
  console.error(
    `no such group: ${unknown.join(', ')}; there are ${Object.keys(GROUPS).join(', ')}`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'interlock-bench-'));
try {
  const rows = [];
  for (const [name, group] of Object.entries(GROUPS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for await (const row of group({ folder: join(folder, name), full: args.includes('--full') })) {
      rows.push({ group: name, ...row });
      if (!args.includes('--json')) console.log(table(rows.at(-1)));
    }
  }
  if (args.includes('--json'))
    console.log(JSON.stringify({ node: process.version, rows }, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
