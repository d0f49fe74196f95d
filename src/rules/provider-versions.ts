/** Which release of a Terraform provider a root ends up with: the locked one, else the newest that every constraint allows. */
import compare from 'semver/functions/compare.js';
import isInRange from 'semver/functions/satisfies.js';
import type { Written } from '../model/written.js';
import { rangeOf } from '../recognise/charts.js';
import type { Origin } from '../source/span.js';
import { isUnknown, type Located } from '../value/value.js';

export interface ProviderVersions {
  readonly source: string;
  /** Constraints as the root writes them. */
  readonly written: readonly Located<string>[];
  /** All constraints: those of the folders that it calls too. */
  readonly constraints: readonly string[];
  readonly locked: Located<string> | undefined;
  /** Some text of the root lists required providers, so that one that is not listed is not constrained. */
  readonly listed: Origin | undefined;
}

export function providerVersions(as: Written, source: string): ProviderVersions {
  const all = as.providers.flatMap(({ source: of, constraint, module }) =>
    of !== source || constraint === undefined || isUnknown(constraint)
      ? []
      : [{ constraint, module }],
  );
  const written = all.flatMap(({ constraint, module }) => (module === '' ? [constraint] : []));
  const constraints = all.map(({ constraint }) => constraint.value);
  const lists = as.providers.filter(({ module }) => module === '');
  return { source, written, constraints, locked: as.locked.get(source), listed: lists[0]?.from };
}

/** The newest release that every constraint allows; undefined where there is none. */
export function newestAllowed(
  constraints: readonly string[],
  releases: readonly string[],
): string | undefined {
  // Releases that a constraint names exist, whatever the tables know.
  const named = constraints.flatMap((constraint) =>
    [...constraint.matchAll(/\d+(?:\.\d+)*/g)].map(([version]) => fullVersion(version)),
  );
  const ranges = constraints.map(rangeOf);
  return [...releases, ...named]
    .filter((release) => ranges.every((range) => isInRange(release, range)))
    .sort(compare)
    .at(-1);
}

/** Every release that all constraints allow, oldest first. */
export const allAllowed = (
  constraints: readonly string[],
  releases: readonly string[],
): readonly string[] =>
  releases.filter((release) => constraints.every((constraint) => satisfies(release, constraint)));

const fullVersion = (version: string): string =>
  [...version.split('.'), '0', '0'].slice(0, 3).join('.');

export const satisfies = (version: string, constraint: string): boolean =>
  isInRange(version, rangeOf(constraint));
