/** The time line of one node's drain alone, with the pods that the wave has there: the node that takes longest. */
import { type Course, type Step, type Timeline, timeline } from '../model/timeline.js';
import { groupsOf } from './groups.js';
import type { Drainer, PodKind, Wave } from './wave.js';

/** `usual` is the pool's drain as the policy alone has it: how it begins, and its deadlines. */
export function loneDrain(usual: Timeline, wave: Wave, pool: number): Timeline {
  const drainer = wave.drainers[wave.pools[pool]?.drainer ?? 0];
  const lists = new Set(wave.pods.filter((_, node) => wave.nodes[node] === pool));
  const all = [...lists].map((own) =>
    podSteps(
      own.flatMap((kind) => wave.kinds[kind] ?? []),
      drainer,
      wave,
    ),
  );
  const longest = all.reduce((most, steps) => (length(steps) > length(most) ? steps : most), []);
  const rest = usual.steps.filter(({ name }) => name === 'grace' || name === 'detach');
  if (same(longest, rest)) return usual;
  const begin = usual.steps.filter((step) => !rest.includes(step));
  const { pool: of, event, installation, deadlines } = usual;
  const course: Course = { pool: of, event, steps: [...begin, ...longest], deadlines };
  return timeline(installation === undefined ? course : { ...course, installation });
}

const length = (steps: readonly Step[]): number =>
  steps.reduce((sum, { seconds }) => sum + seconds, 0);

const same = (a: readonly Step[], b: readonly Step[]): boolean =>
  a.length === b.length &&
  a.every(({ name, seconds }, index) => {
    const other = b[index];
    return other?.name === name && other.seconds === seconds;
  });

function podSteps(
  kinds: readonly PodKind[],
  drainer: Drainer | undefined,
  wave: Wave,
): readonly Step[] {
  const groups = graceGroups(kinds, drainer);
  const steps = groups.map((group) => graceStep(group, groups.length > 1, drainer));
  if (drainer?.kind !== 'karpenter' || !drainer.waitsForVolumes) return steps;
  const ends = length(steps);
  let end = 0;
  let free = 0;
  for (const [index, group] of groups.entries()) {
    end += steps[index]?.seconds ?? 0;
    if (group.some(({ volume }) => volume)) free = end + wave.detach;
  }
  return free <= ends
    ? steps
    : [...steps, { name: 'detach', seconds: free - ends, says: 'volumes are detached' }];
}

/** Pods that end at the same time; those of DaemonSets that nothing waits for are left out. */
function graceGroups(
  kinds: readonly PodKind[],
  drainer: Drainer | undefined,
): readonly (readonly PodKind[])[] {
  const counted = ({ daemon }: PodKind): boolean => daemon !== true;
  if (drainer?.kind !== 'karpenter') return kinds.length === 0 ? [] : [kinds];
  const groups = groupsOf(kinds, (kind) => kind);
  const waiting = groups.slice(0, groups.findLastIndex((group) => group.some(counted)) + 1);
  if (drainer.nextGroup === 'gone') return waiting;
  const together = waiting.flat().filter(counted);
  return together.length === 0 ? [] : [together];
}

function graceStep(group: readonly PodKind[], apart: boolean, drainer: Drainer | undefined): Step {
  const most = (drainer?.kind === 'nth' ? drainer.podGrace : undefined) ?? Infinity;
  const seconds = group.reduce((long, { grace }) => Math.max(long, Math.min(grace, most)), 0);
  const first = group[0];
  const who = apart && first?.critical === true ? 'critical pods' : 'pods';
  const whose = apart && first?.daemon === true ? ' of DaemonSets' : '';
  return { name: 'grace', seconds, says: `${who}${whose} get ${seconds} s` };
}
