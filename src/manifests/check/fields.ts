/** What a CRD's table says of a field in one release, and since when in others. */
import { type CrdField, type CrdTable, crdFields } from '../../facts/karpenter-crds.js';
import { compareVersions, type Range, type Versions } from '../../facts/range.js';
import type { Path } from './place.js';

export interface Table {
  readonly crd: CrdTable;
  readonly release: string;
  readonly fields: ReadonlyMap<string, CrdField>;
}

export const tableOf = (crd: CrdTable, release: string): Table => ({
  crd,
  release,
  fields: crdFields(crd, release),
});

/** `spec.requirements[].key` for the path of one of its items. */
export const fieldName = (path: Path): string =>
  path.map((step, i) => (typeof step === 'number' ? '[]' : i === 0 ? step : `.${step}`)).join('');

/** The keys that stand beside each other under a field. */
export function siblings({ fields }: Table, parent: string): readonly string[] {
  const start = parent === '' ? '' : `${parent}.`;
  return [...fields.keys()]
    .filter((name) => name.startsWith(start) && /^[^.[{]+$/.test(name.slice(start.length)))
    .map((name) => name.slice(start.length));
}

/** In which releases a field that this one lacks is known, in words. */
export function fieldSince({ crd, release }: Table, name: string): string | undefined {
  const rows = crd.rows.filter((row) => row.name === name);
  return sinceText(
    rows.flatMap(({ versions }) => ranges(versions)),
    release,
  );
}

/** In which releases a value that this one refuses is accepted, in words. */
export function enumSince(
  { crd, release }: Table,
  name: string,
  value: string,
): string | undefined {
  const rows = crd.rows.filter((row) => row.name === name && row.enum?.includes(value));
  return sinceText(
    rows.flatMap(({ versions }) => ranges(versions)),
    release,
  );
}

const ranges = (versions: Versions): readonly Range[] =>
  typeof versions[0] === 'string' ? [versions as Range] : (versions as readonly Range[]);

function sinceText(known: readonly Range[], release: string): string | undefined {
  const later = known
    .map(([from]) => from)
    .filter((from) => compareVersions(from, release) > 0)
    .sort(compareVersions)[0];
  if (later !== undefined) return `it is known from Karpenter ${later} on`;
  const last = known
    .map(([, to]) => to)
    .filter((to) => to !== null)
    .sort(compareVersions)
    .at(-1);
  return last === undefined ? undefined : `Karpenter ${last} was the last to know it`;
}
