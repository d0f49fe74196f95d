/** `interlock trace`: one event, or every sample, followed through configurations to each action on a node. */
import type { Target } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import { nearest } from '../diagnostics/suggest.js';
import type { Host } from '../host/host.js';
import type { Pool, System } from '../model/system.js';
import { titlesOf } from '../model/titles.js';
import type { SystemInWorld } from '../model/worlds.js';
import type { AssumedVersions } from '../recognise/context.js';
import { sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { findingsText } from '../report/text.js';
import { traceJson } from '../report/trace/json.js';
import { allTracesText } from '../report/trace/table.js';
import { traceText } from '../report/trace/text.js';
import type { TracedConfiguration } from '../report/trace/words.js';
import { readEvent, type TracedEvent } from '../trace/event.js';
import type { TraceFacts } from '../trace/facts.js';
import { conclusionOf } from '../trace/outcome.js';
import { traceEvent } from '../trace/trace.js';
import { isUnknown } from '../value/value.js';
import { proveConfigurations } from './configurations.js';
import { gather, normalise } from './inputs.js';
import { provePolicies } from './policies.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND, WRONG_USAGE } from './status.js';

export interface TraceOptions {
  readonly in: readonly string[];
  readonly pool?: string;
  readonly all: boolean;
  readonly format: 'text' | 'json';
  readonly target: Target;
  readonly verbose: boolean;
  readonly assume?: AssumedVersions;
}

export async function trace(
  host: Host,
  file: string | undefined,
  options: TraceOptions,
): Promise<ExitStatus> {
  if ((file === undefined) !== options.all) {
    host.err(
      file === undefined
        ? 'name the file of an event, or write --all for every sample\n'
        : `--all follows the samples that interlock brings along: leave out "${file}"\n`,
    );
    return WRONG_USAGE;
  }
  const inputs = gather(host, options.in);
  const facts = await loadTraceFacts();
  const event = file === undefined ? undefined : eventIn(host, file, facts, inputs.texts);
  if (event === 'unreadable') return COULD_NOT_RUN;
  const { policies, roots } = await judge(host, inputs, options);
  const sources = sourcesOf(inputs.texts);
  const problems = unread([
    ...inputs.findings,
    ...[...policies, ...roots].flatMap(({ findings }) => findings),
  ]);
  if (problems.length > 0) host.err(findingsText(problems, sources, style(false)));
  const worlds = [
    ...policies.flatMap((policy) => inWorlds(policy.file, policy.judged?.worlds ?? [])),
    ...roots.flatMap((root) => inWorlds(root.root, root.worlds)),
  ];
  const misnamed = misnamedPool(worlds, options.pool);
  if (misnamed !== undefined) {
    host.err(misnamed);
    return WRONG_USAGE;
  }
  const eventsFor = await eventsOf(event, facts);
  const configurations = worlds.flatMap((world) =>
    tracedIn(world, { facts, eventsFor, pool: options.pool }),
  );
  const paint = style(host.colour);
  if (options.format === 'json') host.out(traceJson(configurations, sources));
  else if (configurations.length === 0) host.out('undetermined: no pool is in sight\n');
  else if (event === undefined) host.out(allTracesText(configurations, paint));
  else
    host.out(traceText(event, configurations, { style: paint, sources, verbose: options.verbose }));
  return problems.length === 0 && isClean(configurations) ? CLEAN : FOUND;
}

/** Whether every event could be followed to its end, and no node has two handlers. */
const isClean = (configurations: readonly TracedConfiguration[]): boolean =>
  configurations.length > 0 &&
  configurations.every(({ traces }) =>
    traces.every((one) => {
      const { ending } = conclusionOf(one);
      return ending !== 'several' && ending !== 'undetermined';
    }),
  );

async function loadTraceFacts(): Promise<TraceFacts> {
  const [karpenter, nth, reactions, { events }] = await Promise.all([
    import('../facts/karpenter.js'),
    import('../facts/nth.js'),
    import('../facts/reactions.js'),
    import('../facts/events.js'),
  ]);
  return { karpenter, nth, reactions, events };
}

function eventIn(
  host: Host,
  path: string,
  { events }: TraceFacts,
  texts: Map<string, string>,
): TracedEvent | 'unreadable' {
  const file = path === '-' ? path : normalise(path);
  const found = host.read(file);
  if ('problem' in found) {
    host.err(`${file}: it cannot be read: ${found.problem}\n`);
    return 'unreadable';
  }
  texts.set(file, found.text);
  const { event, findings } = readEvent(file, found.text, events.atoms);
  if (event !== undefined) return event;
  host.err(findingsText(findings, sourcesOf(texts), style(false)));
  return 'unreadable';
}

async function judge(
  host: Host,
  inputs: ReturnType<typeof gather>,
  { target, assume = {} }: TraceOptions,
) {
  const policies =
    inputs.policies.length === 0
      ? []
      : await provePolicies(host, inputs, { strict: false, target });
  const roots = await proveConfigurations(host, inputs.configurations, { strict: false, assume });
  return { policies, roots };
}

/** What keeps a trace from being true of the whole: texts that could not be read, policies that do not compile. */
const unread = (findings: readonly Finding[]): readonly Finding[] =>
  ordered(findings).filter((finding) => atLeast(finding, 'error') && UNREAD.has(finding.rule));

const UNREAD: ReadonlySet<string> = new Set([
  'unreadable-file',
  'invalid-policy',
  'undeclared-reference',
  'unexpressible-owner',
  'unexpressible-setting',
]);

interface World extends SystemInWorld {
  readonly root: string;
}

const inWorlds = (root: string, worlds: readonly SystemInWorld[]): readonly World[] =>
  worlds.map((world) => ({ ...world, root }));

const isNamed = (pool: Pool, name: string): boolean =>
  pool.id === name || (!isUnknown(pool.name) && pool.name.value === name);

function misnamedPool(worlds: readonly World[], name: string | undefined): string | undefined {
  const pools = worlds.flatMap(({ system }) => system.pools);
  if (name === undefined || pools.length === 0 || pools.some((pool) => isNamed(pool, name)))
    return undefined;
  const names = [
    ...new Set(pools.map((pool) => (isUnknown(pool.name) ? pool.id : pool.name.value))),
  ];
  const near = nearest(name, names);
  const meant = near === undefined ? '' : ` (did you mean "${near}"?)`;
  return `no pool is called "${name}"${meant}; there are ${names.map((one) => `"${one}"`).join(', ')}\n`;
}

/** The events to follow, as they would be on a pool. */
type EventsFor = (system: System, pool: Pool) => readonly TracedEvent[];

async function eventsOf(event: TracedEvent | undefined, facts: TraceFacts): Promise<EventsFor> {
  if (event !== undefined) return () => [event];
  const [{ eventSamples, SAMPLE_PLACE }, { sampledEvents }] = await Promise.all([
    import('../facts/event-samples.js'),
    import('../trace/samples.js'),
  ]);
  return (system, pool) =>
    sampledEvents({ samples: eventSamples, from: SAMPLE_PLACE, facts, system, pool });
}

interface Following {
  readonly facts: TraceFacts;
  readonly eventsFor: EventsFor;
  readonly pool: string | undefined;
}

/** One configuration for each cluster, with the traces of the pools that are asked for. */
function tracedIn(
  { root, when, system }: World,
  { facts, eventsFor, pool: name }: Following,
): readonly TracedConfiguration[] {
  return system.clusters.flatMap((cluster) => {
    const pools = system.pools.filter(
      (pool) =>
        pool.cluster === cluster.id &&
        pool.exists !== false &&
        (name === undefined || isNamed(pool, name)),
    );
    if (pools.length === 0) return [];
    const named = cluster.unnamed
      ? ''
      : isUnknown(cluster.name)
        ? cluster.name.term
        : cluster.name.value;
    return [
      {
        root,
        cluster: named,
        when,
        title: titlesOf(system),
        traces: pools.flatMap((pool) =>
          eventsFor(system, pool).map((event) => traceEvent({ system, event, pool, facts })),
        ),
      },
    ];
  });
}
