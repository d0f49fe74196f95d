/** What every recogniser sees: the configuration by type of block, the facts, the versions assumed. */
import type { Block, Configuration } from '../configuration/configuration.js';
import type { Facts } from '../facts/facts.js';
import { entry, isAbsent, text } from '../value/read.js';
import { isUnknown, type Maybe } from '../value/value.js';
import { providerOf } from './providers.js';

export type RecogniseFacts = Required<Pick<Facts, 'karpenter' | 'nth' | 'reactions'>>;

/** Versions that the texts do not state, said by the caller. */
export interface AssumedVersions {
  readonly karpenter?: string;
  readonly nth?: string;
  readonly kubernetes?: string;
  readonly addons?: string;
  /** Taken in place of whatever the texts say: how it would be at another release. */
  readonly instead?: InsteadVersions;
}

export interface InsteadVersions {
  readonly karpenter?: string;
  readonly nth?: string;
  readonly addons?: string;
}

export interface RecogniseContext {
  readonly configuration: Configuration;
  readonly facts: RecogniseFacts;
  readonly assume: AssumedVersions;
  /** Resource blocks of a type, instances that cannot exist left out. */
  readonly resources: (type: string) => readonly Block[];
  readonly data: (type: string) => readonly Block[];
  readonly blockAt: (address: string) => Block | undefined;
  /** Region of the default AWS provider, where it is written. */
  readonly region: string | undefined;
  /** The known releases of a registry module; undefined for other sources. */
  readonly moduleReleases: ModuleReleases;
}

export type ModuleReleases = (source: string) => readonly string[] | undefined;

export function recogniseContext(
  configuration: Configuration,
  facts: RecogniseFacts,
  assume: AssumedVersions,
  moduleReleases: ModuleReleases = () => undefined,
): RecogniseContext {
  const byType = new Map<string, Block[]>();
  const byAddress = new Map<string, Block>();
  for (const block of configuration.blocks) {
    if (block.exists === false) continue;
    byAddress.set(block.address, block);
    const key = `${block.type}.${block.labels[0] ?? ''}`;
    const list = byType.get(key);
    if (list === undefined) byType.set(key, [block]);
    else list.push(block);
  }
  return {
    configuration,
    facts,
    assume,
    moduleReleases,
    resources: (type) => byType.get(`resource.${type}`) ?? [],
    data: (type) => byType.get(`data.${type}`) ?? [],
    blockAt: (address) => byAddress.get(address),
    region: providerRegion(byType.get('provider.aws') ?? []),
  };
}

/** The default provider's, or the only one's. */
function providerRegion(providers: readonly Block[]): string | undefined {
  const regions = providers
    .filter((provider) => isAbsent(entry(provider.body, 'alias')))
    .map((provider) => text(entry(provider.body, 'region')));
  const region = regions[0];
  return regions.length !== 1 || region === undefined || isUnknown(region)
    ? undefined
    : region.value;
}

/** The region that a resource names itself, or its provider's; undefined where neither is written. */
export function regionOf(context: RecogniseContext, block: Block): Maybe<string> | undefined {
  const own = isAbsent(entry(block.body, 'region')) ? undefined : text(entry(block.body, 'region'));
  if (own !== undefined) return own;
  const provider = providerOf(context.blockAt, block, 'aws');
  const region = provider && text(entry(provider.body, 'region'));
  if (region !== undefined && !isAbsent(entry(provider?.body, 'region'))) return region;
  return context.region === undefined || provider !== undefined
    ? undefined
    : { value: context.region, from: block.from };
}
