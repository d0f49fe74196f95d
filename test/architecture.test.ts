/** The shape of the code: who may import whom, who may touch the world, and what a lint loads. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const files = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : files(path);
    return /\.ts$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const IMPORT =
  /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)'|(?<typeof>typeof )?\bimport\('(?<dynamic>[^']+)'\)/gms;

const importsOf = (file: string): Import[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => {
    const target = match[2] ?? match.groups?.dynamic ?? '';
    return {
      from: file,
      to: target.startsWith('.')
        ? normalize(join(dirname(file), target)).replace(/\.js$/, '.ts')
        : target,
      typeOnly: match[1] !== undefined || match.groups?.typeof !== undefined,
    };
  });

const sources = files('src');
const imports = sources.flatMap(importsOf);
const folderOf = (path: string): string => /^src\/([^/]+)(?:\/|$)/.exec(path)?.[1] ?? path;

/** A folder may import from those before it. Facts' types are an argument everywhere. */
const LEVELS: readonly (readonly string[])[] = [
  ['source'],
  ['value', 'diagnostics'],
  ['configuration', 'eventbridge'],
  ['terraform'],
  ['facts'],
  ['policy', 'model'],
  ['compile', 'recognise', 'manifests'],
  ['rules', 'stacks'],
  ['trace', 'simulate', 'diff', 'pipeline'],
  ['report'],
  ['host'],
  ['commands'],
  ['playground'],
  ['cli.ts', 'app.ts', 'index.ts'],
];
const level = (folder: string): number => LEVELS.findIndex((names) => names.includes(folder));

describe('imports', () => {
  it('point only to folders that stand below', () => {
    const upward = imports
      .filter(({ to }) => to.startsWith('src/'))
      .filter(({ from, to, typeOnly }) => {
        const [a, b] = [folderOf(from), folderOf(to)];
        if (a === b) return false;
        // Types of the facts and of the host's interface are how both are passed as arguments.
        if (typeOnly && (b === 'facts' || to === 'src/host/host.ts')) return false;
        return level(a) < level(b) || level(a) < 0 || level(b) < 0;
      })
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(upward).toEqual([]);
  });

  it('have no cycles', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to, typeOnly } of imports)
      if (!typeOnly && to.startsWith('src/')) graph.set(from, [...(graph.get(from) ?? []), to]);
    const cycles: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const visit = (file: string, path: readonly string[]): void => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
        return;
      }
      state.set(file, 'open');
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of sources) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('of tables never stand in a rule or in the model', () => {
    const tables = imports.filter(
      ({ from, to, typeOnly }) =>
        /^src\/(rules|model|recognise|policy|compile|terraform)\//.test(from) &&
        /^src\/facts\/(?!range|partitions)/.test(to) &&
        !typeOnly,
    );
    expect(tables.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('of a trace share nothing with the claims that it is held against', () => {
    const shared = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/trace/') &&
        !/^src\/(trace|eventbridge|facts|source|value|diagnostics)\/|^src\/model\/system\.ts$/.test(
          to,
        ),
    );
    expect(shared.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('of node stand only in host/ and cli.ts, of cdktf only in stacks/ and app.ts', () => {
    const node = imports.filter(
      ({ from, to }) => to.startsWith('node:') && !/^src\/(host\/|cli\.ts)/.test(from),
    );
    const cdktf = imports.filter(
      ({ from, to }) =>
        /^(cdktf|constructs|@cdktf\/)/.test(to) && !/^src\/(stacks\/|app\.ts)/.test(from),
    );
    expect([...node, ...cdktf].map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });
});

describe('source files', () => {
  it('hold no clock, environment, random or any', () => {
    const found = sources
      .filter((file) => !/^src\/(host\/|cli\.ts|app\.ts)/.test(file))
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
          .filter(({ line }) =>
            /\bDate\.now|\bnew Date\(|\bprocess\.|\bMath\.random|\bperformance\.|:\s*any\b(?!-)|\bas any\b|<any>|@ts-(ignore|expect-error)/.test(
              line.replace(/^\s*(\/\/|\*|\/\*).*$/, '').replace(/'[^']*'/g, ''),
            ),
          )
          .map(({ place }) => place),
      );
    expect(found).toEqual([]);
  });

  it('keep no mutable state in a module', () => {
    const found = sources.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /^(export )?let /.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it('open with a comment that says their job', () => {
    const silent = sources.filter(
      (file) => !/^(#!.*\n)?\s*(\/\*\*|\/\/)/.test(readFileSync(file, 'utf8')),
    );
    expect(silent).toEqual([]);
  });
});

describe('the bundle of the command', () => {
  it('is in ASCII, as what starts it reads it', () => {
    const foreign = /[^\0-\x7f].{0,40}/.exec(readFileSync('dist/interlock.cjs', 'utf8'));
    expect(foreign?.[0]).toBeUndefined();
  });
});

describe('linting a policy', () => {
  it('loads neither cdktf nor the HCL parser', () => {
    const folder = mkdtempSync(join(tmpdir(), 'interlock-loaded-'));
    try {
      // Coverage lists every script that the process loaded.
      execFileSync(process.execPath, ['dist/cli.js', 'lint', 'policies/orders.yaml'], {
        stdio: 'ignore',
        env: { ...process.env, NODE_V8_COVERAGE: folder },
      });
      const loaded = readdirSync(folder)
        .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).result)
        .map(({ url }: { url: string }) => url)
        .map((url) => (url.startsWith('file:') ? fileURLToPath(url) : url))
        .filter(isAbsolute);
      expect(loaded.some((file) => file.endsWith('interlock.cjs'))).toBe(true);
      const heavy = loaded.filter((file) =>
        /TerraformStack|ts_parser_new/.test(readFileSync(file, 'utf8')),
      );
      expect(heavy).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
