/** Ranges of versions, taken one release after the other: the module first, then Karpenter's chart, then NTH's. */
import { compareVersions } from '../facts/range.js';

export const COMPONENTS = ['addons', 'karpenter', 'nth'] as const;
export type Component = (typeof COMPONENTS)[number];

export interface VersionRange {
  readonly component: Component;
  readonly from: string;
  readonly to: string;
}

/** How it would be at these releases; the first hop is the start, before anything is upgraded. */
export interface Hop {
  /** Absent for the start. */
  readonly upgraded?: { readonly component: Component; readonly from: string; readonly to: string };
  readonly at: Readonly<Partial<Record<Component, string>>>;
}

/** The hops through all releases that the tables know; a text says what is no range of them. */
export function hopsOf(
  ranges: readonly VersionRange[],
  known: (component: Component) => readonly string[],
): readonly Hop[] | string {
  const inOrder = [...ranges].sort(
    (a, b) => COMPONENTS.indexOf(a.component) - COMPONENTS.indexOf(b.component),
  );
  const hops: Hop[] = [
    { at: Object.fromEntries(inOrder.map(({ component, from }) => [component, from])) },
  ];
  for (const { component, from, to } of inOrder) {
    const all = known(component);
    for (const version of [from, to])
      if (!all.includes(version))
        return `"${version}" is no release of ${component} that the tables know: they know ${all[0]} to ${all.at(-1)}`;
    if (compareVersions(from, to) >= 0)
      return `"${from}..${to}" of ${component} goes nowhere: write the older release first`;
    let before = from;
    for (const release of all.slice(all.indexOf(from) + 1, all.indexOf(to) + 1)) {
      const last = hops.at(-1) as Hop;
      hops.push({
        upgraded: { component, from: before, to: release },
        at: { ...last.at, [component]: release },
      });
      before = release;
    }
  }
  return hops;
}
