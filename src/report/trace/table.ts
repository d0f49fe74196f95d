/** Every sample against every pool, for people: who acts, who drops it and why, what becomes of the messages. */

import type { Titles } from '../../model/titles.js';
import { fatesOf, type Hop, type Path, passes, undecidedIn } from '../../trace/hop.js';
import { conclusionOf } from '../../trace/outcome.js';
import type { Trace } from '../../trace/trace.js';
import { isUnknown } from '../../value/value.js';
import { pad, type Style, shorten, visible, width } from '../terminal.js';
import { endingText, type TracedConfiguration } from './words.js';

/** One table for each pool of each configuration. */
export const allTracesText = (
  configurations: readonly TracedConfiguration[],
  style: Style,
): string => configurations.flatMap((one) => poolTables(one, style)).join('\n');

function poolTables(configuration: TracedConfiguration, style: Style): readonly string[] {
  const pools = [...new Set(configuration.traces.map(({ pool }) => pool))];
  return pools.map((pool) => {
    const traces = configuration.traces.filter((trace) => trace.pool === pool);
    const { root, cluster, when } = configuration;
    const name = isUnknown(pool.name) ? pool.id : pool.name.value;
    const head = `${root}${cluster === '' ? '' : `, cluster ${cluster}`}${when === '' ? '' : `, where ${when}`}: "${name}" (${pool.kind}, ${pool.presence})`;
    return [style.bold(visible(head)), ...rows(traces, configuration.title, style), ''].join('\n');
  });
}

function rows(traces: readonly Trace[], title: Titles, style: Style): readonly string[] {
  const cells = traces.map((trace) => {
    const ended = endingText(conclusionOf(trace), title);
    return {
      event: visible(trace.event.name),
      ending: visible(shorten(ended.short, 60)),
      tone: ended.tone,
      handlers: visible(handlersText(trace, title)),
    };
  });
  const columns = (key: 'event' | 'ending'): number =>
    Math.max(0, ...cells.map((row) => width(row[key])));
  const [event, ending] = [columns('event'), columns('ending')];
  return cells.map((row) =>
    `  ${pad(row.event, event)}  ${style[row.tone](pad(row.ending, ending))}  ${style.dim(row.handlers)}`.trimEnd(),
  );
}

/** Each handler that the event comes to: what it does, or the hop at which it stops, and its message's fate. */
export function handlersText(trace: Trace, title: Titles): string {
  if (passes(trace.instance) === false) return '';
  const readers = trace.queues.flatMap(({ hops, readers: all, message }) => {
    if (passes(hops) === false) return ['a queue that EventBridge may not write to'];
    return all.length > 0
      ? all.map((path) => pathText(path, title))
      : [`a queue that nobody reads (message ${message?.fate ?? 'kept'})`];
  });
  const others = trace.others
    .filter(({ hops, reaction }) => reaction !== undefined && passes(hops) !== false)
    .map((path) => pathText(path, title));
  return [...readers, ...others].join('; ');
}

function pathText(path: Path, title: Titles): string {
  const name = title(path.installation);
  const stop = path.hops.find((hop: Hop) => hop.passes === false);
  const fates = path.channel === 'queue' ? fatesOf(path).map(({ fate }) => fate) : [];
  const message = fates.length === 0 ? '' : `, message ${fates.join(' or ')}`;
  if (stop !== undefined) return `${name} stops at ${stop.step}${message}`;
  const unknown = undecidedIn(path.hops);
  const how = path.channel === 'queue' ? '' : ` by ${CHANNELS[path.channel]}`;
  return `${name} ${unknown === undefined ? '' : 'perhaps '}${path.reaction ?? 'nothing'}${how}${message}`;
}

const CHANNELS = {
  queue: 'its queue',
  imds: 'IMDS',
  poll: 'EC2 status',
  native: 'itself',
} as const;
