/** The JSON of `trace`: a contract under semver, held by schemas/trace.v1.schema.json. */

import type { Origin } from '../../source/span.js';
import { positionAt } from '../../source/text.js';
import type { RuleTrace } from '../../trace/bus.js';
import type { TracedEvent } from '../../trace/event.js';
import { fatesOf, type Hop, isPartly, type Message, type Path, passes } from '../../trace/hop.js';
import { conclusionOf } from '../../trace/outcome.js';
import type { QueueTrace, Trace } from '../../trace/trace.js';
import { isUnknown } from '../../value/value.js';
import { print, triJson } from '../json.js';
import type { Sources } from '../sources.js';
import type { TracedConfiguration } from './words.js';

const VERSION = 1;

/** One trace for each pool of each world; with `--all` one for each sample, too. */
export const traceJson = (
  configurations: readonly TracedConfiguration[],
  sources: Sources,
): string =>
  print({
    version: VERSION,
    traces: configurations.flatMap(({ root, cluster, when, traces }) =>
      traces.map((trace) => ({
        root,
        cluster,
        ...(when === '' ? {} : { when }),
        ...oneTrace(trace, sources),
      })),
    ),
  });

function oneTrace(trace: Trace, sources: Sources) {
  const { event, pool, instance, sent, rules, queues, others, deaf } = trace;
  const { ending, actors, because } = conclusionOf(trace);
  return {
    event: eventJson(event),
    pool: {
      name: isUnknown(pool.name) ? pool.name.term : pool.name.value,
      kind: pool.kind,
      presence: pool.presence,
    },
    ending,
    ...(because === undefined ? {} : { unknown: because.term }),
    actors: actors.map(({ path, acts }) => ({
      installation: path.installation,
      handler: path.handler,
      reaction: path.reaction,
      acts: triJson(acts),
    })),
    instance: [...instance, ...sent].map((hop) => hopJson(hop, sources)),
    rules: rules.map((rule) => ruleJson(rule, sources)),
    queues: queues.map((queue) => queueJson(queue, sources)),
    others: others.map((path) => pathJson(path, sources)),
    deaf: deaf.map(({ installation, hop }) => ({
      installation: installation.id,
      handler: installation.handler,
      hop: hopJson(hop, sources),
    })),
  };
}

const eventJson = ({
  name,
  source,
  detailType,
  kind,
  variant,
  region,
  account,
  instances,
}: TracedEvent) => ({
  name,
  source,
  detailType,
  ...(kind === undefined ? {} : { kind }),
  ...(variant === undefined ? {} : { variant }),
  ...(region === undefined ? {} : { region }),
  ...(account === undefined ? {} : { account }),
  instances,
});

const ruleJson = ({ rule, hops, targets }: RuleTrace, sources: Sources) => ({
  rule,
  matches: triJson(passes(hops)),
  hops: hops.map((hop) => hopJson(hop, sources)),
  targets: targets.map(({ queue, hop }) => ({ queue, hop: hopJson(hop, sources) })),
});

const queueJson = (
  { queue, rules, hops, arrives, readers, message }: QueueTrace,
  sources: Sources,
) => ({
  queue: queue.id,
  rules,
  arrives: triJson(arrives),
  hops: hops.map((hop) => hopJson(hop, sources)),
  readers: readers.map((path) => pathJson(path, sources)),
  ...(message === undefined ? {} : { message: messageJson(message, sources) }),
});

const pathJson = (path: Path, sources: Sources): unknown => {
  const { installation, handler, mode, channel, hops, reaction, does, ifAllowed } = path;
  const fates = channel === 'queue' ? fatesOf(path) : [];
  return {
    installation,
    handler,
    ...(mode === undefined ? {} : { mode }),
    channel,
    ...(reaction === undefined ? {} : { reaction }),
    acts: reaction === undefined ? false : triJson(passes(hops)),
    ...(isPartly(hops) ? { partly: true } : {}),
    does,
    hops: hops.map((hop) => hopJson(hop, sources)),
    messages: fates.map((message) => messageJson(message, sources)),
    ...(ifAllowed === undefined ? {} : { ifAllowed: pathJson(ifAllowed, sources) }),
  };
};

const messageJson = ({ fate, says, from, fact }: Message, sources: Sources) => ({
  fate,
  says,
  ...(from === undefined ? {} : placeJson(from, sources)),
  ...(fact === undefined ? {} : { fact }),
});

const hopJson = (
  { step, node, passes: open, says, from, fact, partly, assuming }: Hop,
  sources: Sources,
) => ({
  step,
  node,
  passes: triJson(open),
  says,
  ...placeJson(from, sources),
  ...(partly === true ? { partly } : {}),
  ...(assuming === undefined ? {} : { assuming: assuming.id }),
  ...(fact === undefined ? {} : { fact }),
});

const placeJson = ({ at }: Origin, sources: Sources) => ({
  file: at.file,
  ...positionAt(sources(at.file), at.start),
});
