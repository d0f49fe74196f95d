// Fleets: many policies, against parsing their YAML alone and against a linter that knows their schema.
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeFleet } from '../fleets.mjs';
import { growth, interlock, ratio } from '../measure.mjs';

const SPECTRAL = process.env.SPECTRAL ?? 'node_modules/@stoplight/spectral-cli/dist/index.js';

const RULES = `rules:
  policy:
    given: $
    severity: error
    then:
      function: schema
      functionOptions:
        schema: { $ref: SCHEMA }
        dialect: draft2020-12
`;

export function* fleet({ folder, full }) {
  const sizes = full ? [10, 100, 1_000, 10_000] : [10, 100, 1_000];
  const folders = new Map(sizes.map((n) => [n, writeFleet(join(folder, `${n}`), n)]));
  yield ratio(
    'lint of 1,000 policies / parsing their YAML alone',
    interlock('lint', folders.get(1_000)),
    ['bench/yaml-alone.mjs', folders.get(1_000)],
    { runs: 3, target: 1.3, memory: true },
  );
  yield againstSpectral(folder, folders.get(100));
  yield* growth('lint of policies', sizes, (size) => interlock('lint', folders.get(size)), {
    runs: full ? 1 : 3,
  });
}

function againstSpectral(folder, policies) {
  const name = 'lint of 100 policies / Spectral with the same schema';
  if (!existsSync(SPECTRAL))
    return { name, skipped: 'SPECTRAL names no @stoplight/spectral-cli (dist/index.js)' };
  const rules = join(folder, 'spectral.yaml');
  writeFileSync(rules, RULES.replace('SCHEMA', resolve('schemas/policy.v1.schema.json')));
  const spectral = [SPECTRAL, 'lint', '--ruleset', rules, join(policies, '*.yaml')];
  return ratio(name, interlock('lint', policies), spectral, { runs: 3, target: 0.25 });
}
