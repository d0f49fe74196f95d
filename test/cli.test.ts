/** The command line as people meet it: statuses, streams, contracts, and every example in its help. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { build, run } from '../src/commands/program.js';
import { RULES } from '../src/rules/registry.js';
import { type MemoryHost, memoryHost } from './support/memory-host.js';
import { changed, VALID } from './support/policy.js';

const policies = Object.fromEntries(
  readdirSync('policies').map((name) => [
    `policies/${name}`,
    readFileSync(`policies/${name}`, 'utf8'),
  ]),
);

async function cli(line: string, files: Readonly<Record<string, string>> = { 'a.yaml': VALID }) {
  const host: MemoryHost = memoryHost(files, { 'HEAD~1': files });
  const status = await run(host, line.split(' '));
  return { status, out: host.stdout(), err: host.stderr(), files: host.files };
}

describe('wrong usage', () => {
  it.each([
    ['an unknown command', 'provee a.yaml', /unknown command 'provee'/],
    ['an unknown option', 'lint --fromat json', /Did you mean --format/],
    ['a value that is none of the choices', 'lint --format xml', /Allowed choices are/],
    ['a missing argument', 'prove', /missing required argument/],
    [
      'a subject that is neither a rule nor a file',
      'explain duplicate-handlr',
      /did you mean "duplicate-handler"/,
    ],
  ])('%s exits with 2 and says so on stderr', async (_, line, says) => {
    const { status, out, err } = await cli(line);
    expect(status).toBe(2);
    expect(err).toMatch(says);
    expect(out).toBe('');
  });
});

describe('help', () => {
  it('and --version exit with 0', async () => {
    expect((await cli('--help')).status).toBe(0);
    const version = await cli('--version');
    expect(version.status).toBe(0);
    expect(version.out).toMatch(/^\d+\.\d+\.\d+ \(facts of \d{4}-\d{2}-\d{2}\)\n$/);
    const { version: packed } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(version.out.split(' ')[0]).toBe(packed);
  });

  const program = build(memoryHost(), () => {});
  // What `lsp` does with its standard streams is shown in test/lsp.
  const names = program.commands.map((command) => command.name()).filter((name) => name !== 'lsp');
  it.each(names)('of %s shows an example that runs', async (name) => {
    const { out } = await cli(`${name} --help`);
    const line = /Example:\n {2}\$ interlock (.*)/.exec(out)?.[1];
    expect(line).toBeDefined();
    const expanded = (line ?? '')
      .replace(/ > .*$/, '')
      .replace('policies/*.yaml', Object.keys(policies).join(' '));
    const { status, err } = await cli(expanded, policies);
    expect([0, 1], err).toContain(status);
    expect(err).not.toMatch(/error: (unknown|missing|option)/);
  });
});

describe('lint', () => {
  it('--format json keeps its contract', async () => {
    const { out, status } = await cli('lint a.yaml --format json', {
      'a.yaml': changed('region:', 'regoin:'),
    });
    expect(status).toBe(1);
    const result = JSON.parse(out);
    expect(Object.keys(result)).toEqual(['version', 'complete', 'findings']);
    expect(result).toMatchObject({ version: 1, complete: true });
    expect(result.findings).toContainEqual({
      rule: 'invalid-policy',
      severity: 'error',
      message: 'unknown key "regoin" in "cluster"',
      file: 'a.yaml',
      range: { start: { line: 6, column: 3 }, end: { line: 6, column: 9 } },
      line: 6,
      related: [],
      help: 'did you mean "region"?',
      fix: {
        title: 'write "region"',
        safety: 'review',
        edits: [
          {
            file: 'a.yaml',
            range: { start: { line: 6, column: 3 }, end: { line: 6, column: 9 } },
            text: 'region',
          },
        ],
      },
    });
  });

  it('sorts findings by file and place', async () => {
    const { out } = await cli('lint b.yaml a.yaml --format json', {
      'a.yaml': VALID,
      'b.yaml': VALID.replace('name: checkout }', 'name: b }'),
    });
    const places = JSON.parse(out).findings.map(
      ({ file, range }: { file: string; range: { start: { line: number } } }) =>
        `${file}:${String(range.start.line).padStart(4, '0')}`,
    );
    expect(places).toEqual([...places].sort());
  });

  it('of a file that cannot be read is not complete', async () => {
    const { out, status } = await cli('lint missing.yaml --format json');
    expect(JSON.parse(out).complete).toBe(false);
    expect(status).toBe(1);
  });

  it('--fail-on decides the status, not what is shown', async () => {
    expect((await cli('lint a.yaml')).status).toBe(0);
    expect((await cli('lint a.yaml --fail-on note')).status).toBe(1);
  });

  it('lets no escape sequence of a user through', async () => {
    const text = changed('name: web', 'name: "web\\e[31m"');
    const { out } = await cli('lint a.yaml', { 'a.yaml': text });
    expect(out).not.toContain('\u001b');
  });
});

describe('prove', () => {
  it('--format json keeps its contract', async () => {
    const { out, status } = await cli('prove a.yaml --format json');
    expect(status).toBe(0);
    const result = JSON.parse(out);
    expect(Object.keys(result)).toEqual(['version', 'verdict', 'configurations']);
    const [configuration] = result.configurations;
    expect(Object.keys(configuration)).toEqual([
      'root',
      'cluster',
      'verdict',
      'assumptions',
      'pools',
    ]);
    const web = configuration.pools.find(({ name }: { name: string }) => name === 'web');
    expect(web).toMatchObject({
      kind: 'NodePool',
      presence: 'found',
      capacityTypes: ['spot', 'on-demand'],
    });
    const notice = web.events.find(({ event }: { event: string }) => event === 'spot-interruption');
    expect(notice).toMatchObject({ owner: 'karpenter', verdict: 'owned' });
    for (const claim of notice.claims)
      for (const gate of claim.gates) {
        expect(gate).toMatchObject({ gate: expect.any(String), file: expect.any(String) });
        expect(gate.line).toBeGreaterThan(0);
      }
  });

  it('is never proved where nobody handles anything', async () => {
    const nobody = changed(
      'owner: { NodePool: karpenter,',
      'owner: { NodePool: { handler: none, because: these nodes hold nothing },',
    );
    const { status, out } = await cli('prove a.yaml --format json', { 'a.yaml': nobody });
    expect(JSON.parse(out).verdict).not.toBe('proved');
    expect(status).toBe(1);
  });

  it('is never proved where there is nothing', async () => {
    const empty = `${VALID.slice(0, VALID.indexOf('capacity:'))}capacity: []\n`;
    const { status, out } = await cli('prove a.yaml --format json', {
      'a.yaml': empty.replace(/handlers:[\s\S]*?(?=capacity)/, ''),
    });
    expect(JSON.parse(out).verdict).toBe('undetermined');
    expect(status).toBe(1);
  });

  it('--strict takes nothing for granted', async () => {
    expect((await cli('prove a.yaml --format json')).status).toBe(0);
    const { out, status } = await cli('prove a.yaml --format json --strict');
    expect(JSON.parse(out).verdict).toBe('undetermined');
    expect(status).toBe(1);
  });
});

describe('explain', () => {
  it('shows a rule with its reason and its remedy', async () => {
    const { out, status } = await cli('explain duplicate-handler');
    expect(status).toBe(0);
    for (const part of ['duplicate-handler', 'Why', 'How to fix']) expect(out).toContain(part);
  });

  it('shows every default that a policy took, and the owner of every event', async () => {
    const { out } = await cli('explain a.yaml');
    expect(out).toContain('handlers.nth.mode');
    expect(out).toContain('handlers.karpenter.nodeRoleName');
    expect(out).toMatch(/rebalance-recommendation +none +fact: Karpenter only records/);
  });
});

describe('init, rules, schema', () => {
  it('init writes a policy that is proved as it stands, and never over a file', async () => {
    const host = memoryHost();
    expect(await run(host, ['init', 'policies/new.yaml'])).toBe(0);
    expect(await run(host, ['prove', 'policies/new.yaml'])).toBe(0);
    host.files.set('policies/new.yaml', 'mine');
    expect(await run(host, ['init', 'policies/new.yaml'])).toBe(1);
    expect(host.files.get('policies/new.yaml')).toBe('mine');
  });

  it('rules lists every rule', async () => {
    const { out } = await cli('rules --format json');
    expect(JSON.parse(out).rules.map(({ id }: { id: string }) => id)).toEqual(
      RULES.map(({ id }) => id),
    );
  });

  it('schema prints the schema in schemas/', async () => {
    const { out } = await cli('schema');
    expect(JSON.parse(out)).toEqual(
      JSON.parse(readFileSync('schemas/policy.v1.schema.json', 'utf8')),
    );
  });

  it('every property of the schema is described', () => {
    const schema = JSON.parse(readFileSync('schemas/policy.v1.schema.json', 'utf8'));
    const bare: string[] = [];
    const visit = (node: Record<string, unknown>, path: string): void => {
      for (const [key, raw] of Object.entries(
        (node.properties ?? {}) as Record<string, Record<string, unknown>>,
      )) {
        const target =
          raw.$ref === undefined ? raw : schema.$defs[String(raw.$ref).split('/').at(-1) ?? ''];
        if (
          raw.description === undefined &&
          target?.description === undefined &&
          raw.const === undefined
        )
          bare.push(`${path}.${key}`);
        visit(raw, `${path}.${key}`);
      }
      for (const part of ['items', 'then', 'additionalProperties'] as const)
        if (typeof node[part] === 'object') visit(node[part] as Record<string, unknown>, path);
    };
    visit(schema, '');
    for (const [name, node] of Object.entries(
      schema.$defs as Record<string, Record<string, unknown>>,
    ))
      visit(node, name);
    expect(bare).toEqual([]);
  });
});
