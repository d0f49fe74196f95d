/** Configurations proved through the command, as people do: files in, tables out. */
import { run } from '../../src/commands/program.js';
import { memoryHost } from './memory-host.js';

export type Files = Readonly<Record<string, string>>;

/** Who answers each event, or what it is called that nobody does: `karpenter drain`, `gap error`. */
export type Table = Readonly<Record<string, string>>;

export interface ProvedCluster {
  readonly root: string;
  readonly cluster: string;
  readonly verdict: string;
  /** What is taken for granted, by id. */
  readonly assumptions: readonly string[];
  /** By name of the pool. */
  readonly pools: Readonly<Record<string, Table>>;
  readonly presence: Readonly<Record<string, string>>;
  readonly capacity: Readonly<Record<string, readonly string[]>>;
}

export interface ProvedFiles {
  readonly status: number;
  readonly verdict: string;
  readonly clusters: readonly ProvedCluster[];
  readonly output: string;
}

interface Json {
  readonly verdict: string;
  readonly configurations: readonly {
    readonly root: string;
    readonly cluster: string;
    readonly verdict: string;
    readonly assumptions: readonly { readonly id: string }[];
    readonly pools: readonly {
      readonly name: string;
      readonly presence: string;
      readonly capacityTypes: readonly string[];
      readonly events: readonly {
        readonly event: string;
        readonly variant?: string;
        readonly verdict: string;
        readonly severity?: string;
        readonly claims: readonly {
          readonly handler: string;
          readonly reaction: string;
          readonly holds: unknown;
        }[];
      }[];
    }[];
  }[];
}

/** Paths are the files unless others are said. */
export async function proveFiles(
  files: Files,
  {
    paths = Object.keys(files),
    options = [],
  }: { paths?: readonly string[]; options?: readonly string[] } = {},
): Promise<ProvedFiles> {
  const host = memoryHost(files);
  const status = await run(host, ['prove', ...paths, '--format', 'json', ...options]);
  const output = host.stdout();
  const { verdict, configurations } = JSON.parse(output) as Json;
  return {
    status,
    verdict,
    output,
    clusters: configurations.map(({ pools, assumptions, ...rest }) => ({
      root: rest.root,
      cluster: rest.cluster,
      verdict: rest.verdict,
      assumptions: assumptions.map(({ id }) => id),
      pools: byName(pools, ({ events }) => tableOf(events.flatMap(row))),
      presence: byName(pools, ({ presence }) => presence),
      capacity: byName(pools, ({ capacityTypes }) => capacityTypes),
    })),
  };
}

/** The only cluster of the only configuration. */
export async function proveOne(
  files: Files,
  how: Parameters<typeof proveFiles>[1] = {},
): Promise<ProvedCluster> {
  const { clusters, output } = await proveFiles(files, how);
  const [only, second] = clusters;
  if (only === undefined || second !== undefined) throw new Error(`not one cluster: ${output}`);
  return only;
}

type Pool = Json['configurations'][number]['pools'][number];

const byName = <T>(pools: readonly Pool[], of: (pool: Pool) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(pools.map((pool) => [pool.name, of(pool)]));

interface Row {
  readonly event: string;
  readonly variant: string | undefined;
  readonly text: string;
}

/** Events that do not occur, or that nobody has to answer, say nothing of a configuration. */
function row({
  event,
  variant,
  verdict,
  severity,
  claims,
}: Pool['events'][number]): readonly Row[] {
  if (verdict === 'not-applicable' || severity === 'none') return [];
  const owners = [...claims]
    .filter(({ holds, reaction }) => holds !== false && reaction !== 'observe')
    .map(({ handler, reaction }) => `${handler} ${reaction}`)
    .sort()
    .join(', ');
  const text =
    verdict === 'gap' ? `gap ${severity}` : verdict === 'owned' ? owners : `${verdict} ${owners}`;
  return [{ event, variant, text: text.trim() }];
}

/** Variants of one event are one row where they are answered alike. */
function tableOf(rows: readonly Row[]): Table {
  const alike = (event: string): boolean =>
    new Set(rows.filter((one) => one.event === event).map(({ text }) => text)).size === 1;
  return Object.fromEntries(
    rows.map(({ event, variant, text }) => [
      variant === undefined || alike(event) ? event : `${event} (${variant})`,
      text,
    ]),
  );
}

/** What `lint --format json` says. */
export async function lintFiles(
  files: Files,
  {
    paths = Object.keys(files),
    options = [],
  }: { paths?: readonly string[]; options?: readonly string[] } = {},
) {
  const host = memoryHost(files);
  const status = await run(host, ['lint', ...paths, '--format', 'json', ...options]);
  const { complete, findings } = JSON.parse(host.stdout()) as {
    complete: boolean;
    findings: readonly {
      rule: string;
      severity: string;
      message: string;
      file: string;
      line: number;
    }[];
  };
  return { status, complete, findings, output: host.stdout() };
}
