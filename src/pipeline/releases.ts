/**
 * Releases as a dimension of judgement: a version constraint allows many, and a
 * verdict must hold for each. Releases that a summary cannot tell apart are one.
 */
import type { Releases } from '../model/system.js';
import { releasesOf } from '../recognise/charts.js';
import type { ModuleSource } from '../terraform/syntax/module.js';
import type { Maybe } from '../value/value.js';
import type { Summary } from './summaries.js';

/** One way in which a call may behave, and the newest release that does. */
export interface Behaviour {
  readonly release: string;
  readonly module: ModuleSource;
  readonly constants: Readonly<Record<string, unknown>>;
}

export interface CallReleases {
  readonly releases: Releases;
  /** Oldest first. */
  readonly behaviours: readonly Behaviour[];
}

/** What a call of a summary may do, by the releases that its version allows. */
export function callReleases(
  summary: Summary,
  written: Maybe<string> | undefined,
  assumed: string | undefined,
): CallReleases {
  const releases =
    summary.releases.length === 0
      ? { allowed: [''], beyondFacts: false, written }
      : releasesOf(written, summary.releases, assumed);
  const found = new Map<string, Behaviour>();
  const modules: ModuleSource[] = [];
  for (const release of releases.allowed) {
    const module = summary.module(release);
    if (module === undefined) continue;
    const constants = summary.constants(release);
    const { version: _, ...telling } = constants;
    if (!modules.includes(module)) modules.push(module);
    const key = `${modules.indexOf(module)} ${JSON.stringify(telling)}`;
    // The newest release that behaves so stands for all of them, and in its place.
    found.delete(key);
    found.set(key, { release, module, constants });
  }
  return { releases, behaviours: [...found.values()] };
}

/** Which behaviour each call has, by its address; the newest where it is not said. */
export type Choice = ReadonlyMap<string, number>;

/** More than this many choices would make one answer out of too many. */
const MOST = 12;

/** The newest of everything first, then one call after the other in each of its older ways. */
export function choicesOf(calls: ReadonlyMap<string, CallReleases>): readonly Choice[] {
  const choices: Choice[] = [new Map()];
  for (const [address, { behaviours }] of calls)
    for (let i = behaviours.length - 2; i >= 0; i--)
      if (choices.length < MOST) choices.push(new Map([[address, i]]));
  return choices;
}

/** `module.addons at 1.16.2`. */
export const choiceText = (choice: Choice, calls: ReadonlyMap<string, CallReleases>): string =>
  [...choice]
    .map(([address, i]) => `${address} at ${calls.get(address)?.behaviours[i]?.release ?? ''}`)
    .join(' and ');
