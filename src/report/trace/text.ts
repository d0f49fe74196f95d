/** A trace for people: hop by hop, each with its place, and at its end who acts. */

import type { RuleTrace } from '../../trace/bus.js';
import type { TracedEvent } from '../../trace/event.js';
import { type Hop, isPartly, type Path, passes, walked } from '../../trace/hop.js';
import { conclusionOf } from '../../trace/outcome.js';
import type { QueueTrace, Trace } from '../../trace/trace.js';
import { isUndecided } from '../../value/logic.js';
import { isUnknown } from '../../value/value.js';
import type { Sources } from '../sources.js';
import { pad, type Style, visible } from '../terminal.js';
import { whyUnknown } from '../unknown.js';
import { endingText, fateText, markOf, placeOf, type TracedConfiguration } from './words.js';

export interface TraceTextOptions {
  readonly style: Style;
  readonly sources: Sources;
  /** Show upstream's source of every hop. */
  readonly verbose: boolean;
}

/** The event first, then each pool of each configuration. */
export function traceText(
  event: TracedEvent,
  configurations: readonly TracedConfiguration[],
  options: TraceTextOptions,
): string {
  const { style } = options;
  const parts = configurations.flatMap((configuration) =>
    configuration.traces.map((trace) => traceLines(trace, configuration, options).join('\n')),
  );
  return `${[style.bold(visible(eventText(event))), ...parts].join('\n\n')}\n`;
}

function eventText({
  detailType,
  source,
  kind,
  variant,
  instances,
  region,
  account,
}: TracedEvent): string {
  const what = kind === undefined ? 'no interruption' : [kind, variant].filter(Boolean).join('/');
  const [first, ...others] = instances;
  const whom =
    first === undefined
      ? ''
      : `, of ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`;
  const where = [region, account].filter((part) => part !== undefined).join(', account ');
  return `"${detailType}" of ${source} (${what})${whom}${where === '' ? '' : `, in ${where}`}`;
}

function traceLines(
  trace: Trace,
  configuration: TracedConfiguration,
  options: TraceTextOptions,
): readonly string[] {
  const { style } = options;
  const ended = endingText(conclusionOf(trace), configuration.title);
  const end = style[ended.tone](visible(ended.says));
  const head = style.bold(visible(headText(trace, configuration)));
  if (passes(trace.instance) === false)
    return [head, ...section('the event', trace.instance, options), `  ${end}`];
  const paths = pathWriter(configuration, options);
  return [
    head,
    ...section('the event', [...trace.instance, ...trace.sent], options),
    ...busLines(trace, options),
    ...trace.queues.flatMap((one) => queueLines(one, paths, options)),
    ...trace.others.flatMap((path) => paths(path, `  ${WITHOUT[path.channel]}`)),
    ...trace.deaf.flatMap(({ installation, hop }) => [
      `  ${style.bold(visible(configuration.title(installation.id)))}`,
      ...hopLines(hop, options),
    ]),
    `  ${style.bold('outcome')} ${end}`,
  ];
}

const WITHOUT = {
  queue: 'from the queue',
  imds: 'from the metadata service',
  poll: 'by asking EC2',
  native: 'by itself',
} as const;

function headText({ pool }: Trace, { root, cluster, when }: TracedConfiguration): string {
  const name = isUnknown(pool.name) ? pool.id : pool.name.value;
  const of = cluster === '' ? '' : `, cluster ${cluster}`;
  const world = when === '' ? '' : `, where ${when}`;
  return `${root}${of}${world}: a node of "${name}" (${pool.kind}, ${pool.presence})`;
}

function section(
  title: string,
  hops: readonly Hop[],
  options: TraceTextOptions,
): readonly string[] {
  if (hops.length === 0) return [];
  return [
    `  ${options.style.bold(title)}`,
    ...walked(hops).flatMap((hop) => hopLines(hop, options)),
  ];
}

/** Those that match first, as the rest only says why it does not. */
function busLines({ event, rules }: Trace, options: TraceTextOptions): readonly string[] {
  if (event.json === undefined) return [];
  const title = `  ${options.style.bold('event bus')}`;
  if (rules.length === 0) return [title, '    no  there is no event rule in sight'];
  const open = rules.filter(({ hops }) => passes(hops) !== false);
  const shut = rules.filter((rule) => !open.includes(rule));
  return [title, ...[...open, ...shut].flatMap((rule) => ruleLines(rule, options))];
}

function ruleLines(
  { rule, hops, targets }: RuleTrace,
  options: TraceTextOptions,
): readonly string[] {
  const named = (hop: Hop): Hop => ({ ...hop, says: `${rule}: ${hop.says}` });
  const shut = hops.find((hop) => hop.passes === false);
  if (shut !== undefined) return hopLines(named(shut), options);
  return [
    ...hops.flatMap((hop) => hopLines(named(hop), options)),
    ...targets.flatMap(({ hop }) => hopLines(hop, options, 2)),
    ...(targets.length === 0 ? ['        no  it has no queue as a target that is in sight'] : []),
  ];
}

type PathWriter = (path: Path, title: string) => readonly string[];

function queueLines(
  { queue, rules, hops, readers, message }: QueueTrace,
  paths: PathWriter,
  options: TraceTextOptions,
): readonly string[] {
  const name = queue.name === undefined || isUnknown(queue.name) ? '' : ` "${queue.name.value}"`;
  const copies = rules.length > 1 ? `, ${rules.length} copies of the event` : '';
  const refused = hops.some((hop) => hop.passes === false);
  const kept =
    message === undefined
      ? []
      : [messageLine(`${message.fate}: ${message.says}`, message.from, options)];
  return [
    `  ${options.style.bold(visible(`queue${name}, ${queue.id}${copies}`))}`,
    ...walked(hops).flatMap((hop) => hopLines(hop, options)),
    ...(refused ? [] : readers.flatMap((path) => paths(path, '  from the queue'))),
    ...kept,
  ];
}

function pathWriter({ title }: TracedConfiguration, options: TraceTextOptions): PathWriter {
  const { style } = options;
  return (path, how) => {
    const open = passes(path.hops);
    const reaction = path.reaction === undefined ? 'does nothing' : path.does;
    const doing =
      open === true
        ? `${reaction}${isPartly(path.hops) ? ', to part of the nodes' : ''}`
        : open === false
          ? 'does nothing'
          : `perhaps ${reaction}`;
    const tone = open === true && path.reaction !== undefined ? style.bold : style.dim;
    const fate = path.channel === 'queue' ? fateText(path) : '';
    return [
      `  ${style.bold(visible(title(path.installation)))}${style.dim(`, ${how.trim()}`)}`,
      ...walked(path.hops).flatMap((hop) => hopLines(hop, options)),
      `    ->  ${tone(visible(doing))}`,
      ...(fate === '' ? [] : [messageLine(fate, undefined, options)]),
      ...beyond(path, options),
    ];
  };
}

/** What would be where AWS let it ask: the rest of the way is worth knowing before that is mended. */
function beyond({ ifAllowed }: Path, options: TraceTextOptions): readonly string[] {
  if (ifAllowed === undefined) return [];
  const stop = ifAllowed.hops.find((hop) => hop.passes === false);
  const does = ifAllowed.reaction === undefined ? 'it does nothing' : `it ${ifAllowed.does}`;
  return [
    '    and if its role let it:',
    ...(stop === undefined
      ? [`    ->  ${visible(does)}`]
      : [...hopLines(stop, options), '    ->  it does nothing']),
    messageLine(fateText(ifAllowed), undefined, options),
  ];
}

function messageLine(
  text: string,
  from: Parameters<typeof placeOf>[0] | undefined,
  { sources, style }: TraceTextOptions,
): string {
  const place = from === undefined ? '' : style.dim(` (${visible(placeOf(from, sources))})`);
  return `    ->  message ${visible(text)}${place}`;
}

function hopLines(hop: Hop, options: TraceTextOptions, depth = 1): readonly string[] {
  const { style, sources, verbose } = options;
  const { passes: open, says, from, fact, assuming } = hop;
  const tone = open === true ? style.good : open === false ? style.error : style.warning;
  const indent = '    '.repeat(depth);
  const place = style.dim(`(${visible(placeOf(from, sources))})`);
  const taken = assuming === undefined ? '' : style.dim(', taken for granted');
  const lines = [`${indent}${tone(pad(markOf(open), 2))}  ${visible(says)}${taken} ${place}`];
  if (isUndecided(open))
    lines.push(`${indent}    undetermined, because ${whyUnknown(open, sources)}`);
  if (verbose && fact !== undefined) lines.push(`${indent}    ${style.dim(visible(fact))}`);
  return lines;
}
