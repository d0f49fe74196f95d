/** A migration as stages: through the charts at which it must stop, each way between two stops searched by itself. */
import type { JudgeFacts } from '../../pipeline/read-back.js';
import { shortestWay } from './lattice.js';
import { type Part, partsOf } from './mix.js';
import { type End, groupChanges, type State, stateJudge } from './state.js';

export interface Stage {
  readonly parts: readonly Part[];
  readonly state: State;
  /** It ends what is wrong only when the nodes of NodePools are replaced: those that are there are as they were. */
  readonly untilReplaced: boolean;
  /** Karpenter's chart, where the stage comes to a stop on the way to the last one. */
  readonly stop?: string;
}

/** No stage leads on, whatever the order: why each part cannot be done. */
export interface Stuck {
  readonly because: readonly string[];
}

export function stagesOf(ends: readonly End[], facts: JudgeFacts): readonly Stage[] | Stuck {
  const stages: Stage[] = [];
  for (const [i, b] of ends.entries()) {
    const a = ends[i - 1];
    if (a === undefined) continue;
    const parts = partsOf(a.plan, b.plan, groupChanges(a.intent, b.intent));
    const judge = stateJudge(a, b, parts, facts);
    const way = shortestWay(parts, judge);
    if (way === undefined) return { because: reasons(parts, judge) };
    const isStop = i < ends.length - 1;
    const done = new Set<Part>();
    stages.push(
      ...way.stages.map((stage, j) => ({
        ...stage,
        untilReplaced: untilReplaced(stage.parts, done, judge),
        ...(isStop && j === way.stages.length - 1 ? { stop: b.intent.karpenter.chart.value } : {}),
      })),
    );
  }
  return stages;
}

function untilReplaced(
  parts: readonly Part[],
  done: Set<Part>,
  judge: (done: ReadonlySet<Part>) => State,
): boolean {
  for (const part of parts) if (part !== 'nodepools') done.add(part);
  const old = parts.includes('nodepools') && judge(done).cost > 0;
  for (const part of parts) done.add(part);
  return old;
}

function reasons(
  parts: readonly Part[],
  judge: (done: ReadonlySet<Part>) => State,
): readonly string[] {
  const all = judge(new Set(parts));
  const queues = all.refused.length === 0 ? ['a queue would be made again under its name'] : [];
  return [...new Set([...all.refused.map(({ message }) => message), ...queues])];
}

/** Stages after which something is wrong until a later one. */
export interface Window {
  /** Index of the stage that opens it, and of the one that closes it. */
  readonly opens: number;
  readonly closes: number;
  /** Helm releases that the stages up to the closing one change, each of which Terraform waits for. */
  readonly releases: number;
  readonly untilReplaced: boolean;
}

export function windowsOf(stages: readonly Stage[]): readonly Window[] {
  return stages.flatMap(({ state }, i): readonly Window[] => {
    if (state.cost === 0 || (stages[i - 1]?.state.cost ?? 0) > 0) return [];
    const closes = stages.findIndex((later, j) => j > i && later.state.cost === 0);
    const between = stages.slice(i + 1, closes + 1).flatMap(({ parts }) => parts);
    const families = new Set(between.map((part) => part.replace(/ goes$/, '')));
    const releases = ['karpenter', 'nodepools', 'nth'].filter((one) => families.has(one)).length;
    return [{ opens: i, closes, releases, untilReplaced: stages[closes]?.untilReplaced === true }];
  });
}
