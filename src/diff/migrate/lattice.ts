/**
 * The shortest way through the lattice of what is done and what is not: a stage
 * may do several parts at once where everything in between is sound, because an
 * apply passes through it in an order that nobody fixes.
 */

/** What is wrong with a state: nothing where the cost is 0; never to be entered where it is infinite. */
export interface StateCost {
  readonly cost: number;
}

export interface Way<P extends string, S extends StateCost> {
  /** What each stage does, in order. */
  readonly stages: readonly { readonly parts: readonly P[]; readonly state: S }[];
  /** The sum of what is wrong between the first state and the last. */
  readonly cost: number;
}

interface Node<P extends string> {
  readonly done: ReadonlySet<P>;
  readonly cost: number;
  /** What is wrong with this state. */
  readonly wrong: number;
  readonly stages: readonly (readonly P[])[];
}

/** The way with the least wrong in between, and of these the one with the fewest stages; undefined where there is none. */
export function shortestWay<P extends string, S extends StateCost>(
  parts: readonly P[],
  judge: (done: ReadonlySet<P>) => S,
): Way<P, S> | undefined {
  const known = new Map<string, S>();
  const stateOf = (done: ReadonlySet<P>): S => {
    const key = keyOf(parts, done);
    const state = known.get(key) ?? judge(done);
    known.set(key, state);
    return state;
  };
  const best = new Map<string, Node<P>>();
  const open: Node<P>[] = [{ done: new Set(), cost: 0, wrong: 0, stages: [] }];
  for (let node = take(open); node !== undefined; node = take(open)) {
    const key = keyOf(parts, node.done);
    if (best.has(key)) continue;
    best.set(key, node);
    if (node.done.size === parts.length) return wayOf(node, stateOf);
    open.push(...nextOf(node, parts, stateOf));
  }
  return undefined;
}

/** Every set of further parts: several at once only where each order of them is sound all the way. */
function nextOf<P extends string, S extends StateCost>(
  node: Node<P>,
  parts: readonly P[],
  stateOf: (done: ReadonlySet<P>) => S,
): readonly Node<P>[] {
  const left = parts.filter((part) => !node.done.has(part));
  return subsets(left).flatMap((chosen): readonly Node<P>[] => {
    const inner = subsets(chosen).filter((some) => some.length < chosen.length);
    // What is wrong already may stay so within the stage that ends it.
    const isSound = inner.every(
      (some) => stateOf(new Set([...node.done, ...some])).cost <= node.wrong,
    );
    if (!isSound) return [];
    const done = new Set([...node.done, ...chosen]);
    const wrong = stateOf(done).cost;
    const cost = node.cost + wrong;
    return Number.isFinite(cost) ? [{ done, cost, wrong, stages: [...node.stages, chosen] }] : [];
  });
}

/** Subsets that are not empty, in an order that hangs on nothing else. */
function subsets<P>(items: readonly P[]): readonly (readonly P[])[] {
  const [first, ...rest] = items;
  if (first === undefined) return [];
  const others = subsets(rest);
  return [[first], ...others.map((some) => [first, ...some]), ...others];
}

/** The cheapest, then the one with the fewest stages; what was found first wins. */
function take<P extends string>(open: Node<P>[]): Node<P> | undefined {
  const best = open.reduce<number>(
    (found, node, i) => (found < 0 || isBetter(node, open[found] as Node<P>) ? i : found),
    -1,
  );
  return best < 0 ? undefined : open.splice(best, 1)[0];
}

const isBetter = <P extends string>(a: Node<P>, b: Node<P>): boolean =>
  a.cost !== b.cost ? a.cost < b.cost : a.stages.length < b.stages.length;

const keyOf = <P extends string>(parts: readonly P[], done: ReadonlySet<P>): string =>
  parts.filter((part) => done.has(part)).join('\n');

function wayOf<P extends string, S extends StateCost>(
  { stages, cost }: Node<P>,
  stateOf: (done: ReadonlySet<P>) => S,
): Way<P, S> {
  const done = new Set<P>();
  return {
    cost,
    stages: stages.map((parts) => {
      for (const part of parts) done.add(part);
      return { parts, state: stateOf(done) };
    }),
  };
}
