/** Helm releases: which chart, which versions the text allows, and the values that its templates would see. */
import isOlder from 'semver/functions/lt.js';
import isInRange from 'semver/functions/satisfies.js';
import validVersion from 'semver/functions/valid.js';
import type { Block } from '../configuration/configuration.js';
import type { Releases } from '../model/system.js';
import type { Origin } from '../source/span.js';
import { decodeText } from '../value/decode.js';
import type { Tri } from '../value/logic.js';
import { elements, entry, flag, isAbsent, text } from '../value/read.js';
import { isUnknown, known, type Maybe, type Value } from '../value/value.js';
import { moduleOf } from './addresses.js';
import type { RecogniseContext } from './context.js';
import { applySet, mergeValues, noValues, type ValueTree } from './values.js';

export interface ChartRelease {
  readonly address: string;
  readonly name?: Maybe<string>;
  /** Chart name without the path or repository before it. */
  readonly chart: Maybe<string> | undefined;
  readonly repository?: Maybe<string>;
  /** The chart is a directory. */
  readonly local?: true;
  readonly version?: Maybe<string>;
  readonly namespace?: Maybe<string>;
  /** `helm.blue`, where the release names its provider. */
  readonly provider?: string;
  /** It leaves out the CRDs that its chart carries. */
  readonly skipsCrds: Tri;
  /** Addresses that it comes after. */
  readonly dependsOn: readonly string[];
  readonly values: ValueTree;
  readonly exists: Tri;
  /** The name of the cluster that it is for, where somebody said it. */
  readonly cluster?: string;
  readonly from: Origin;
}

export function helmRelease(block: Block): ChartRelease {
  const { body } = block;
  const optional = (key: string): Maybe<string> | undefined =>
    isAbsent(entry(body, key)) ? undefined : text(entry(body, key));
  const version = optional('version');
  const namespace = optional('namespace');
  const name = optional('name');
  const chart = optional('chart');
  const provider = optional('provider');
  return {
    address: block.address,
    chart: chartName(chart),
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    ...placeOf(chart, optional('repository')),
    ...(provider === undefined || isUnknown(provider) ? {} : { provider: provider.value }),
    skipsCrds: flag(entry(body, 'skip_crds')) ?? false,
    dependsOn: dependsOn(block),
    ...(namespace === undefined ? {} : { namespace }),
    values: releaseValues(body),
    exists: block.exists,
    from: block.from,
  };
}

/** The repository, which may stand before the chart's name; a path without one is a directory. */
function placeOf(
  chart: Maybe<string> | undefined,
  repository: Maybe<string> | undefined,
): Pick<ChartRelease, 'repository' | 'local'> {
  if (repository !== undefined) return { repository };
  const path = chart === undefined || isUnknown(chart) ? undefined : chart.value;
  if (chart === undefined || path === undefined) return chart === undefined ? {} : { local: true };
  const cut = path.lastIndexOf('/');
  if (cut < 0) return {};
  if (!path.startsWith('oci://')) return { local: true };
  return { repository: { value: path.slice(0, cut), from: chart.from } };
}

/** Addresses that a block comes after; they mean what they mean in the module that it is written in. */
export function dependsOn({ address, body }: Block): readonly string[] {
  const module = moduleOf(address);
  return addresses(entry(body, 'depends_on')).map((name) =>
    module === '' ? name : `${module}.${name}`,
  );
}

function addresses(value: Value | undefined): readonly string[] {
  const items = elements(value);
  if (isUnknown(items as Value)) return [];
  return (items as readonly Value[]).flatMap((item) => {
    const address = text(item);
    return address === undefined || isUnknown(address) ? [] : [address.value];
  });
}

/** `oci://host/path/name`, `./charts/name` and `repo/name` are all the chart `name`. */
function chartName(chart: Maybe<string> | undefined): Maybe<string> | undefined {
  if (chart === undefined) return undefined;
  if (!isUnknown(chart))
    return { value: chart.value.replace(/\/+$/, '').split('/').at(-1) ?? '', from: chart.from };
  // `${path.module}/charts/name`: the directory is unknown, the last part is written.
  const last = chart.parts?.at(-1);
  const tail = last === undefined || isUnknown(last) ? undefined : String(last.value);
  return tail?.includes('/') ? { value: tail.split('/').at(-1) ?? '', from: chart.from } : chart;
}

/** Helm's order: the documents of `values` one after the other, then every `set` (helm@v3.14.0 pkg/cli/values/options.go). */
function releaseValues(body: Value): ValueTree {
  let tree = noValues(body.from);
  const documents = elements(entry(body, 'values'));
  if (isUnknown(documents as Value)) tree = mergeValues(tree, documents as Value);
  else for (const item of documents as readonly Value[]) tree = mergeValues(tree, decode(item));
  for (const key of ['set', 'set_list', 'set_sensitive'])
    tree = applySets(tree, elements(entry(body, key)) as readonly Value[]);
  return tree;
}

function applySets(tree: ValueTree, sets: readonly Value[] | Value): ValueTree {
  if (!Array.isArray(sets)) return tree;
  return sets.reduce<ValueTree>((result, set) => applySet(result, set), tree);
}

/** The structure behind an element of `values`, each leaf at its own place. */
export function decode(item: Value): Value {
  const decoded = decodeText(item);
  if (decoded !== undefined) return decoded;
  if (isUnknown(item) || typeof item.value !== 'string') return item;
  return known(new Map(), item.from);
}

/** A release of a handler's chart as it would be at another version, from where that version is published. */
export function atVersion(
  release: ChartRelease,
  { assume: { instead }, facts }: Pick<RecogniseContext, 'assume' | 'facts'>,
): ChartRelease {
  const chart = release.chart === undefined || isUnknown(release.chart) ? '' : release.chart.value;
  const value = chart === 'karpenter' ? instead?.karpenter : instead?.nth;
  if (value === undefined || !/^(?:karpenter|aws-node-termination-handler)$/.test(chart))
    return release;
  const from = (release.version ?? release).from;
  const version = { value, from };
  if (chart === 'karpenter' || release.repository === undefined) return { ...release, version };
  const repository = { value: facts.nth.chartRepository(value), from: release.repository.from };
  return { ...release, version, repository };
}

/** The known releases that a version or constraint allows. An absent one is the newest known, or what is assumed. */
export function releasesOf(
  written: Maybe<string> | undefined,
  all: readonly string[],
  assumed: string | undefined,
): Releases {
  const newest = all.at(-1) ?? '';
  const assume = assumed?.replace(/^v/, '');
  if (written === undefined || isUnknown(written)) {
    if (assume !== undefined) return fixed(assume, all, written);
    return written === undefined
      ? { allowed: [newest], beyondFacts: false, written }
      : { allowed: all, beyondFacts: false, written };
  }
  const version = written.value.replace(/^v/, '').trim();
  if (validVersion(version) !== null) return fixed(version, all, written);
  const allowed = all.filter((candidate) => isInRange(candidate, rangeOf(version)));
  return allowed.length === 0
    ? { allowed: [newest], beyondFacts: true, written }
    : { allowed, beyondFacts: false, written };
}

/** Terraform separates conditions by commas, npm's ranges by blanks; `~> 1.2` is `>= 1.2, < 2`. */
export const rangeOf = (constraint: string): string =>
  constraint
    .replace(/~>\s*v?(\d+)\.(\d+)\.(\d+)/g, '~$1.$2.$3')
    .replace(/~>\s*v?(\d+)\.(\d+)/g, '^$1.$2.0')
    .replaceAll(',', ' ');

/** A release that the tables do not know is judged as its nearest older one, and said to be beyond them. */
function fixed(
  version: string,
  all: readonly string[],
  written: Maybe<string> | undefined,
): Releases {
  if (all.includes(version)) return { allowed: [version], beyondFacts: false, written };
  const valid = validVersion(version);
  const older = valid === null ? undefined : all.findLast((known) => isOlder(known, valid));
  return { allowed: [older ?? all[0] ?? ''], beyondFacts: true, written };
}
