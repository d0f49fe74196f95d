/** The drain time lines of a configuration: how long each handler takes, and what it has to be done by. */
import type { Step, Timeline } from '../../model/timeline.js';
import type { ProvedConfiguration } from '../proof.js';
import type { Sources } from '../sources.js';
import { DEADLINES, drainSvg } from './drain-line.js';
import { type Html, html } from './markup.js';
import { badge, breakable, place } from './words.js';

/** Of one pool, event and handler, the drains of so many workloads are drawn, the longest first. */
const MOST = 3;

export function drainsHtml(
  { timelines, title }: ProvedConfiguration,
  sources: Sources,
  prefix: string,
): Html | undefined {
  const alike = sameDrains(longest(timelines.filter(isBound)));
  if (alike.length === 0) return undefined;
  return html`
<div class="part">
<h3>How a drain fits</h3>
<p class="about">Each step at its longest, from the event on. Where no workload is in sight, what is left is what pods may take.</p>
${alike.map((lines, i) => drainHtml(lines, { title, sources, id: `${prefix}-drain-${i + 1}` }))}
</div>`;
}

/** A drain without any deadline fits whatever it takes. */
const isBound = ({ deadlines, slowDetach }: Timeline): boolean =>
  deadlines.length > 0 || slowDetach !== undefined;

/** The longest drains of each pool, event and handler; that of no workload counts where there is no other. */
function longest(timelines: readonly Timeline[]): readonly Timeline[] {
  const groups = groupBy(timelines, ({ pool, event, installation }) => [
    pool.id,
    event,
    installation?.id,
  ]);
  return groups.flatMap((group) => {
    const own = group.filter(({ workload }) => workload !== undefined);
    return (own.length === 0 ? group : own).toSorted((a, b) => b.ends - a.ends).slice(0, MOST);
  });
}

/** Pools whose drains are the same are one drawing. */
const sameDrains = (timelines: readonly Timeline[]): readonly (readonly Timeline[])[] =>
  groupBy(timelines, ({ event, installation, workload, steps, deadlines, slowDetach }) => [
    event,
    installation?.id,
    workload?.name,
    steps.map(({ says, seconds }) => [says, seconds]),
    deadlines.map(({ name, at }) => [name, at]),
    slowDetach,
  ]);

function groupBy<T>(items: readonly T[], keyOf: (item: T) => unknown): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

interface DrainOptions {
  readonly title: ProvedConfiguration['title'];
  readonly sources: Sources;
  readonly id: string;
}

/** One drawing with its steps in words, for pools whose drains are the same. */
export function drainHtml(lines: readonly Timeline[], { title, sources, id }: DrainOptions): Html {
  const line = lines[0] as Timeline;
  const { event, installation, workload, breaks, slowDetach } = line;
  const pools = [...new Set(lines.map(({ pool }) => pool.id))].join(', ');
  const who =
    installation === undefined ? 'a Karpenter that is installed elsewhere' : title(installation.id);
  return html`
<figure class="drain">
<figcaption><b>${breakable(pools)}</b> ${event}, drained by ${who}${
    workload === undefined ? undefined : html`, with the pods of <b>${breakable(workload.name)}</b>`
  } ${outcome(line)}</figcaption>
${drainSvg(line, id, `Drain of ${pools} for ${event}`)}<ol class="steps">${stepsHtml(line, sources)}</ol>
${breaks.map(
  ({ deadline, step, over }) =>
    html`<p class="broken">${step.says}: ${over} s too long, because at ${deadline.at} s ${DEADLINES[deadline.name]}</p>`,
)}${
  slowDetach === undefined
    ? undefined
    : html`<p class="broken">its volumes wait six minutes for Kubernetes: ${slowDetach}</p>`
}
</figure>`;
}

function outcome({ breaks, deadlines, ends }: Timeline): Html | undefined {
  if (breaks.length > 0) return badge('error', 'does not fit');
  const first = Math.min(...deadlines.map(({ at }) => at));
  return Number.isFinite(first) ? badge('good', `${first - ends} s left`) : undefined;
}

/** Steps and deadlines as text: what the drawing says, with where each number is from. */
function stepsHtml({ steps, deadlines }: Timeline, sources: Sources): readonly Html[] {
  let start = 0;
  const lines = steps.map((step) => {
    const { name, seconds, says } = step;
    const end = start + seconds;
    const time = seconds === 0 ? `at ${end} s` : `${start}–${end} s`;
    start = end;
    return { key: name, time, says, step };
  });
  const ends = deadlines.map((deadline) => ({
    key: 'deadline',
    time: `at ${deadline.at} s`,
    says: DEADLINES[deadline.name],
    step: deadline,
  }));
  return [...lines, ...ends].map(
    ({ key, time, says, step }) =>
      html`<li><span class="key ${key}" aria-hidden="true"></span><span class="time">${time}</span> ${says} <span class="from">${fromHtml(step, sources)}</span></li>`,
  );
}

const fromHtml = ({ from, source }: Pick<Step, 'from' | 'source'>, sources: Sources): Html =>
  from === undefined
    ? breakable(source ?? '')
    : html`<code>${breakable(place(from.at, sources))}</code>`;
