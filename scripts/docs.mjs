// Writes the pages that are made from the code: rules, the policy language, the command line, and the outputs of the
// examples in the pages that people write. `--check` fails on drift.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const check = process.argv.includes('--check');
const pages = new Map();

const load = async (entry) => {
  const bundle = `node_modules/.cache/interlock/${process.pid}-${entry.replaceAll('/', '-')}.mjs`;
  await build({
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    external: ['cdktf', 'constructs', '@cdktf/*'],
  });
  const module = await import(pathToFileURL(bundle));
  rmSync(bundle);
  return module;
};

const fence = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;

/** A fixture is a file, or a folder of files that are judged together. */
function fixture(folder, name) {
  const path = `${folder}/${name}`;
  const shown = (file) => fence(file.endsWith('.tf') ? 'hcl' : 'yaml', readFileSync(file, 'utf8'));
  if (!statSync(path).isDirectory()) return shown(path);
  return readdirSync(path)
    .sort()
    .map((file) => `\`${file}\`\n\n${shown(`${path}/${file}`)}`)
    .join('\n');
}

function rulePage(rule) {
  const folder = `test/rules/${rule.id}`;
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const outputs = files.filter((name) => name.endsWith('.out'));
  const fixtures = files.filter((name) => !outputs.includes(name));
  const examples = fixtures
    .filter((name) => name.startsWith('fails'))
    .flatMap((name) => {
      const out = `${name.replace(/\.[a-z]+$/, '')}.out`;
      return [
        fixture(folder, name),
        outputs.includes(out)
          ? fence(
              '',
              readFileSync(`${folder}/${out}`, 'utf8')
                .split('\n\n')
                .filter((part) => part.includes(`[${rule.id}]`))
                .join('\n\n'),
            )
          : '',
      ];
    });
  const passing = fixtures.find((name) => /^passes(\.[a-z]+)?$/.test(name));
  const passes = passing === undefined ? [] : ['## Passes\n', fixture(folder, passing)];
  return [
    `# ${rule.id}\n`,
    `${rule.summary}\n`,
    `Severity ${rule.severities.join(' or ')}, family \`${rule.family}\`, since ${rule.since}.\n`,
    ...(examples.length > 0 ? ['## Fails\n', ...examples] : []),
    ...passes,
    `## Why\n\n${rule.rationale}\n`,
    `## How to fix\n\n${rule.remedy}\n`,
    ...(rule.sources.length > 0
      ? [`## Sources\n\n${rule.sources.map((source) => `- ${source}`).join('\n')}\n`]
      : []),
    '<!-- Written by scripts/docs.mjs from the rule and its fixtures. -->\n',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function ruleIndex(rules) {
  const families = [...new Set(rules.map(({ family }) => family))].sort();
  const sections = families.map((family) => {
    const rows = rules
      .filter((rule) => rule.family === family)
      .map(
        ({ id, severities, summary }) =>
          `| [${id}](${id}.md) | ${severities.join(', ')} | ${summary} |`,
      );
    return `## ${family}\n\n| rule | severity | says |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Rules\n\n${sections.join('\n')}\n<!-- Written by scripts/docs.mjs. -->\n`;
}

function policyPage(schema) {
  const lines = ['# The policy language\n', `${schema.description}\n`];
  const resolve = (node) =>
    node?.$ref === undefined ? node : { ...schema.$defs[node.$ref.split('/').at(-1)], ...node };
  const typeOf = (node) => {
    if (node.const !== undefined) return `\`${node.const}\``;
    if (node.enum !== undefined) return node.enum.map((value) => `\`${value}\``).join(', ');
    if (node.oneOf !== undefined) return 'object';
    const types = [].concat(node.type ?? 'any');
    return types.includes('object') && types.length > 1
      ? `${types[0]} or \`{ terraform: … }\``
      : types.join(' or ');
  };
  const rows = (node, path, depth) => {
    const resolved = resolve(node);
    const properties = resolved.properties ?? {};
    for (const [key, raw] of Object.entries(properties)) {
      const property = resolve(raw);
      const name = path === '' ? key : `${path}.${key}`;
      const required = (resolved.required ?? []).includes(key) ? ' (required)' : '';
      const example =
        property.examples?.[0] === undefined ? '' : ` Example: \`${property.examples[0]}\`.`;
      lines.push(
        `| \`${name}\` | ${typeOf(property)}${required} | ${(property.description ?? '').replaceAll('|', '\\|')}${example} |`,
      );
      if (depth < 6) nested(property, name, depth);
    }
  };
  const nested = (property, name, depth) => {
    if (property.type === 'array' && property.items !== undefined) {
      const items = resolve(property.items);
      if (items.oneOf !== undefined)
        for (const branch of items.oneOf) {
          const pool = resolve(branch);
          lines.push(`| **${pool.properties.kind.const}** | | ${pool.description} |`);
          rows(pool, `${name}[]`, depth + 1);
        }
      else rows(items, `${name}[]`, depth + 1);
    } else if (property.properties !== undefined) rows(property, name, depth + 1);
    else if (typeof property.additionalProperties === 'object')
      rows(resolve(property.additionalProperties), `${name}.<name>`, depth + 1);
  };
  for (const [key, raw] of Object.entries(schema.properties)) {
    const property = resolve(raw);
    const required = schema.required.includes(key) ? ' Required.' : '';
    lines.push(
      `\n## ${key}\n`,
      `${property.description ?? ''}${required}\n`,
      '| key | type | says |',
      '|---|---|---|',
    );
    const before = lines.length;
    nested(property, key, 0);
    if (lines.length === before) lines.splice(-2, 2);
  }
  lines.push('\n<!-- Written by scripts/docs.mjs from schemas/policy.v1.schema.json. -->\n');
  return lines.join('\n');
}

function cliPage(program) {
  const help = (command) => {
    let text = '';
    command.configureOutput({
      writeOut: (part) => {
        text += part;
      },
      getOutHelpWidth: () => 100,
    });
    command.outputHelp();
    return text;
  };
  const commands = program.commands.map(
    (command) => `## ${command.name()}\n\n${command.description()}.\n\n${fence('', help(command))}`,
  );
  return `# Commands\n\n${fence('', help(program))}\n${commands.join('\n')}\n<!-- Written by scripts/docs.mjs. -->\n`;
}

const { RULES } = await load('src/rules/registry.ts');
const { build: buildProgram } = await load('src/commands/program.ts');
for (const rule of RULES) pages.set(`docs/rules/${rule.id}.md`, rulePage(rule));
pages.set('docs/rules/README.md', ruleIndex(RULES));
pages.set(
  'docs/reference/policy.md',
  policyPage(JSON.parse(readFileSync('schemas/policy.v1.schema.json', 'utf8'))),
);
const silent = { out() {}, err() {} };
pages.set('docs/reference/cli.md', cliPage(buildProgram(silent, () => {})));

const { docPages, refreshPage } = await load('test/support/doc-pages.ts');
const memo = new Map();
for (const path of docPages()) pages.set(path, (await refreshPage(path, memo)).text);

let drift = 0;
for (const [path, text] of pages) {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (before === text) continue;
  if (check) {
    console.error(`${path} is not up to date: run npm run docs`);
    drift++;
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
const stale = existsSync('docs/rules')
  ? readdirSync('docs/rules').filter((name) => !pages.has(`docs/rules/${name}`))
  : [];
for (const name of stale) {
  if (check) drift++;
  else rmSync(`docs/rules/${name}`);
}
process.exitCode = drift > 0 ? 1 : 0;
