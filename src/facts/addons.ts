/**
 * The add-ons module `aws-ia/eks-blueprints-addons/aws`, release by release:
 * what it takes, gives and requires, and which keys it reads of the inputs
 * that are typed `any`. Pure lookups; a release beyond the tables is judged
 * as the newest one, and `addonsReleases` says which are known.
 */
import data from './data/addons.json' with { type: 'json' };
import keyData from './data/addons-keys.json' with { type: 'json' };
import {
  type InputRow,
  type ModuleInput,
  type ProviderRequirement,
  providers,
  toInput,
} from './module.js';
import { asRows, inVersions, type Ranged, rowFor, rowsFor, type Versions } from './range.js';

export const ADDONS_SOURCE = 'aws-ia/eks-blueprints-addons/aws';

type KeyRange = Versions | 'never' | null;

interface ObjectRow extends Ranged {
  /** The input is a map, and the keys are those of each of its entries. */
  readonly entries?: true;
  readonly sets: readonly string[];
  readonly limits?: Readonly<Record<string, KeyRange>>;
  readonly own: Readonly<Record<string, KeyRange>>;
}

const INPUTS = asRows<InputRow>(data.inputs);
const SETS = keyData.sets as Readonly<Record<string, readonly string[]>>;
const OBJECTS = keyData.objects as unknown as Readonly<Record<string, ObjectRow>>;

/** Every release of major version 1, oldest first. */
export const addonsReleases = (): readonly string[] => data.releases;

/** The inputs of a release, by name. */
export const addonsInputs = (release: string): readonly ModuleInput[] =>
  rowsFor(INPUTS, release).map(toInput);

/** One input of a release; undefined when that release has none of that name. */
export function addonsInput(release: string, name: string): ModuleInput | undefined {
  const row = INPUTS.find((one) => one.name === name && inVersions(release, one.versions));
  return row === undefined ? undefined : toInput(row);
}

/** The releases that have an input, oldest first; empty when none ever had it. */
export const releasesWithInput = (name: string): readonly string[] =>
  data.releases.filter((release) => addonsInput(release, name) !== undefined);

/**
 * The keys that a release reads of an `any`-typed input, sorted. A key outside
 * them plans cleanly and does nothing. Undefined when the release has no such
 * object, or its keys are not fixed.
 */
export function objectKeys(release: string, objectName: string): ReadonlySet<string> | undefined {
  const row = Object.hasOwn(OBJECTS, objectName) ? OBJECTS[objectName] : undefined;
  if (row === undefined || !inVersions(release, row.versions)) return undefined;
  const inherited = row.sets
    .flatMap((set) => SETS[set] ?? [])
    .filter((key) => within(release, row.limits?.[key] ?? null));
  const own = Object.entries(row.own)
    .filter(([, range]) => within(release, range))
    .map(([key]) => key);
  return new Set([...inherited, ...own].sort());
}

/** Whether an input is a map whose entries have the keys that `objectKeys` gives. */
export const isMapOfObjects = (objectName: string): boolean =>
  Object.hasOwn(OBJECTS, objectName) && OBJECTS[objectName]?.entries === true;

/** Null stands for "as long as the object itself". */
const within = (release: string, range: KeyRange): boolean =>
  range === null || (range !== 'never' && inVersions(release, range));

/** What the release itself asks for; some of these constraints admit providers that it breaks with. */
export const requiredProviders = (release: string): readonly ProviderRequirement[] =>
  providers(data.providers, release);

/** The release's `required_version`. */
export const requiredTerraform = (release: string): string =>
  rowFor(asRows<Ranged & { constraint: string }>(data.terraform), release)?.constraint ?? '>= 1.0';

/** The names of the release's outputs, sorted. */
export const outputs = (release: string): readonly string[] =>
  rowsFor(asRows<Ranged & { name: string }>(data.outputs), release).map(({ name }) => name);

/** Resources and child modules in the release's text; conditions decide which of them exist. */
export const created = (release: string): readonly string[] =>
  rowsFor(asRows<Ranged & { name: string }>(data.creates), release).map(({ name }) => name);

export {
  type KarpenterSetting,
  karpenterActions,
  karpenterSettings,
  nthActions,
  type ReleaseParameters,
  releaseParameters,
  unusable,
  workingProviders,
} from './addons-parameters.js';
