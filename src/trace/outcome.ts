/** What comes of a trace: who acts on the node, surely or perhaps, and whether that is one handler. */

import type { Tri } from '../value/logic.js';
import type { Unknown } from '../value/value.js';
import { type Hop, mayAct, type Path, passes, undecidedIn } from './hop.js';
import { best } from './releases.js';
import type { QueueTrace, Trace } from './trace.js';

/** What an installation does about the event, by whatever way it does most. */
export interface Outcome {
  readonly path: Path;
  /** Whether it does it. */
  readonly acts: Tri;
}

/** One outcome for each installation that the event may come to. */
export function outcomes(trace: Trace): readonly Outcome[] {
  const ways = [
    ...trace.queues.flatMap((one) =>
      one.readers.map((path) => ({ path, before: [...trace.sent, arrival(one)] })),
    ),
    ...trace.others.map((path) => ({ path, before: [] as readonly Hop[] })),
  ].map(({ path, before }) => ({ ...path, hops: [...trace.instance, ...before, ...path.hops] }));
  const keys = [...new Set(ways.map(keyOf))];
  return keys.flatMap((key) => {
    const path = best(ways.filter((way) => keyOf(way) === key));
    return path === undefined ? [] : [{ path, acts: passes(path.hops) }];
  });
}

const keyOf = ({ installation, mode }: Path): string => `${installation}\n${mode ?? ''}`;

const arrival = ({ queue, arrives, hops }: QueueTrace): Hop => ({
  step: 'queue',
  node: queue.id,
  passes: arrives,
  says: 'the message is in the queue',
  from: hops[0]?.from ?? queue.from,
});

/** `elsewhere`: the event is not about a node of the pool; `harmless`: it interrupts nothing. */
export type Ending = 'one' | 'several' | 'nobody' | 'undetermined' | 'elsewhere' | 'harmless';

export interface Conclusion {
  readonly ending: Ending;
  /** Those who act, surely or perhaps. */
  readonly actors: readonly Outcome[];
  /** What would have to be known, where that is undetermined. */
  readonly because?: Unknown;
}

export function conclusionOf(trace: Trace): Conclusion {
  const actors = outcomes(trace).filter(({ path }) => mayAct(path));
  if (passes(trace.instance) === false) return { ending: 'elsewhere', actors: [] };
  const sure = actors.filter(({ acts }) => acts === true);
  const perhaps = actors.find(({ acts }) => acts !== true);
  if (sure.length > 1) return { ending: 'several', actors };
  if (perhaps !== undefined) {
    const because = undecidedIn(perhaps.path.hops);
    return { ending: 'undetermined', actors, ...(because === undefined ? {} : { because }) };
  }
  if (sure.length === 1) return { ending: 'one', actors };
  return { ending: isHarmless(trace) ? 'harmless' : 'nobody', actors };
}

/** Events that no handler has to answer: what does not interrupt, and an instance that comes or runs. */
const isHarmless = ({ event: { kind, variant } }: Trace): boolean =>
  kind === undefined || kind === 'asg-launch' || variant === 'pending' || variant === 'running';
