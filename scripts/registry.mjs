// Writes src/rules/registry.ts: every rule file by folder and name, so that a rule is registered by existing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const ROOT = 'src/rules';
const camel = (id) => id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const files = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(`${ROOT}/${name}`).map((file) => `${name}/${file}`))
  .filter((file) => file.endsWith('.ts'))
  .sort();
const ids = files.map((file) => file.replace(/^.*\//, '').replace(/\.ts$/, ''));
const imports = [
  ...files.map((file, i) => [
    file,
    `import ${camel(ids[i])} from './${file.replace(/\.ts$/, '.js')}';`,
  ]),
  ['rule.ts', "import type { Rule } from './rule.js';"],
]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, line]) => line);
const text = `/** Every rule. Written by scripts/registry.mjs from the files in the folders of the families. */
${imports.join('\n')}

export const RULES: readonly Rule[] = [
${ids
  .sort()
  .map((id) => `  ${camel(id)},`)
  .join('\n')}
];
`;
const place = `${ROOT}/registry.ts`;
let before = '';
try {
  before = readFileSync(place, 'utf8');
} catch {}
if (process.argv.includes('--check')) {
  if (before !== text) {
    console.error(`${place} is not up to date: run npm run registry`);
    process.exitCode = 1;
  }
} else writeFileSync(place, text);
