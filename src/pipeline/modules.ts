/** Registry modules by summary: which of our own blocks stand for a call, with the parameters of its release. */
import { CALL } from '../compile/module/call.js';
import type { Plan } from '../compile/plan.js';
import type { Block } from '../configuration/configuration.js';
import type { Facts } from '../facts/facts.js';
import { releasesOf } from '../recognise/charts.js';
import type { Sources } from '../recognise/written.js';
import { originAt, span } from '../source/span.js';
import type { ModuleCall, ResolvedModule } from '../terraform/evaluate/evaluate.js';
import { localPath } from '../terraform/module-source.js';
import type { ModuleSource } from '../terraform/syntax/module.js';
import { entry, text } from '../value/read.js';
import { fromData, isUnknown, type Value } from '../value/value.js';
import { joined } from './resolver.js';
import { addonsConstants } from './summaries.js';

export interface SummaryFacts {
  readonly addons: NonNullable<Facts['addons']>;
  readonly addonsSummary: ModuleSource;
}

const FACT = originAt(span('facts/addons', 0, 0));

/** Gives the summary of a call to the add-ons module; undefined for any other. */
export function moduleResolver(
  facts: SummaryFacts,
): (call: ModuleCall) => ResolvedModule | undefined {
  return (call) => {
    if (call.source !== facts.addons.ADDONS_SOURCE) return undefined;
    const written = call.version === undefined ? undefined : text(call.version);
    const releases = releasesOf(written, facts.addons.addonsReleases(), undefined);
    const release = releases.allowed.at(-1);
    if (release === undefined || (written !== undefined && isUnknown(written))) return undefined;
    return {
      module: facts.addonsSummary,
      directory: `registry/${call.source}`,
      constants: releaseConstants(facts.addons, release),
    };
  };
}

/** The modules of a plan, which its root calls by their folders; any other call goes on. */
export function planResolver(
  modules: Plan['modules'],
  others: (call: ModuleCall) => ResolvedModule | undefined,
): (call: ModuleCall) => ResolvedModule | undefined {
  return (call) => {
    const path = call.source === undefined ? undefined : localPath(call.source);
    if (path === undefined) return others(call);
    const directory = joined(call.directory, path);
    const module = modules.get(folderOf(directory));
    return module === undefined ? undefined : { module, directory };
  };
}

/** The module of a plan that its root calls by this source. */
export const moduleOfPlan = (
  modules: Plan['modules'],
  source: string,
): Plan['root'] | undefined => {
  const path = localPath(source);
  return path === undefined ? undefined : modules.get(folderOf(joined('.', path)));
};

const folderOf = (directory: string): string =>
  directory === CALL ? '.' : directory.replace(`${CALL}/`, '');

/** The releases of a registry module that the tables know. */
export const moduleReleases =
  ({ addons }: SummaryFacts) =>
  (source: string): readonly string[] | undefined =>
    source === addons.ADDONS_SOURCE ? addons.addonsReleases() : undefined;

/** How the calls of a root were read: by summary, or not at all. */
export const readCalls = (blocks: readonly Block[], { addons }: SummaryFacts): Sources['calls'] =>
  blocks.flatMap(({ type, address, body }): Sources['calls'] => {
    const source = type === 'module' ? text(entry(body, 'source')) : undefined;
    if (source === undefined || isUnknown(source)) return [];
    if (source.value !== addons.ADDONS_SOURCE)
      return [{ address, read: 'unread', source: source.value }];
    const releases = releasesOf(text(entry(body, 'version')), addons.addonsReleases(), undefined);
    return [{ address, read: 'summary', source: source.value, releases }];
  });

/** What the summary reads as `release.*`. */
const releaseConstants = (
  addons: SummaryFacts['addons'],
  release: string,
): ReadonlyMap<string, Value> =>
  new Map(
    Object.entries(addonsConstants(addons, release)).map(([key, value]) => [
      key,
      fromData(value, FACT),
    ]),
  );
