// `npm run new-rule -- family/id`: a rule file, its fixtures and its line in the registry, to be filled in.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const ROOT = 'src/rules';
/** The union of families is the one list of them; a folder comes with its first rule. */
const [, union = ''] =
  /export type Family =([^;]*);/.exec(readFileSync(`${ROOT}/rule.ts`, 'utf8')) ?? [];
const families = [...union.matchAll(/'([a-z]+)'/g)].map(([, name]) => name);

function refuse(message) {
  console.error(message);
  process.exit(2);
}

const [given = ''] = process.argv.slice(2);
const [family = '', id = '', more] = given.split('/');
if (!families.includes(family) || more !== undefined)
  refuse(`usage: npm run new-rule -- FAMILY/ID, where FAMILY is one of ${families.join(', ')}`);
if (!/^[a-z]+(-[a-z]+)*$/.test(id))
  refuse(`"${id}" is no id: write lower-case words with hyphens that state the fault`);
const known = families.find((one) => existsSync(`${ROOT}/${one}/${id}.ts`));
if (known !== undefined) refuse(`"${id}" is a rule of the family ${known} already`);

const words = id.replaceAll('-', ' ');
const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
const rule = `/** ${sentence} */
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: '${id}',
  family: '${family}',
  severities: ['warning'],
  summary: '${sentence}',
  rationale: 'Why it matters.',
  remedy: 'How to fix it.',
  since: '${JSON.parse(readFileSync('package.json', 'utf8')).version}',
  sources: [],

  *check({ system }) {
    for (const pool of system.pools) {
      if (pool.id !== 'a pool that has the fault') continue;
      yield {
        at: pool.from.at,
        message: \`"\${pool.id}" has the fault\`,
        pool: pool.id,
        ...clusterOf(system, pool),
      };
    }
  },
});
`;

/** A policy that lints clean, to put the fault into. */
const policy = readFileSync('test/rules/removed-api/passes.yaml', 'utf8').replace(
  / +# OK.*$/gm,
  '',
);
const fixtures = `test/rules/${id}`;
const files = {
  [`${ROOT}/${family}/${id}.ts`]: rule,
  [`${fixtures}/fails.yaml`]: `# BAD: put the fault at its line\n${policy}`,
  [`${fixtures}/passes.yaml`]: `# OK: put a near miss at its line\n${policy}`,
};
for (const folder of [fixtures, `${ROOT}/${family}`]) mkdirSync(folder, { recursive: true });
for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
execFileSync(process.execPath, ['scripts/registry.mjs'], { stdio: 'inherit' });
console.log(`${Object.keys(files).join('\n')}
${ROOT}/registry.ts

Next: write the check, put the fault into the fixtures, run "npm test -- -u" and review
the outputs, then "npm run docs" for the page. "npm test" says what is still missing.`);
