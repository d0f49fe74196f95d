/** Traces of samples through systems made directly, and what they say in few words. */
import { eventSamples, SAMPLE_PLACE } from '../../src/facts/event-samples.js';
import { events } from '../../src/facts/events.js';
import type { System } from '../../src/model/system.js';
import { tracedEvent } from '../../src/trace/event.js';
import { fatesOf, type Path, passes, walked } from '../../src/trace/hop.js';
import { moved } from '../../src/trace/samples.js';
import { type Trace, traceEvent } from '../../src/trace/trace.js';
import { isUndecided } from '../../src/value/logic.js';
import { TRACE_FACTS } from '../support/agreement.js';

type Json = Readonly<Record<string, unknown>>;

/** The trace of a sample on a node of the first pool, moved to where the system stands. */
export function traceOf(
  system: System,
  sample: string,
  change: (json: Json) => Json = (j) => j,
): Trace {
  const [pool] = system.pools;
  const json = eventSamples.get(sample);
  if (pool === undefined || json === undefined) throw new Error(`there is no sample ${sample}`);
  const event = tracedEvent(change(moved(json, SAMPLE_PLACE, system, pool)), {
    name: sample,
    atoms: events.atoms,
  });
  return traceEvent({ system, event, pool, facts: TRACE_FACTS });
}

/** What the reader of the first queue does, where the way ends, and what becomes of its message. */
export function readerOf({ queues }: Trace) {
  const [path] = queues[0]?.readers ?? [];
  if (path === undefined) throw new Error('nobody reads the queue');
  return {
    ...summary(path),
    message: fatesOf(path)
      .map(({ fate }) => fate)
      .join(' or '),
  };
}

export function summary(path: Path) {
  const open = passes(path.hops);
  const last = walked(path.hops).at(-1);
  return {
    does: open === false || path.reaction === undefined ? 'nothing' : path.reaction,
    sure: !isUndecided(open),
    ends: open === false ? last?.step : undefined,
    says: last?.says ?? '',
  };
}
