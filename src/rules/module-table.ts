/** What the tables say of a registry module, in one form for every module that has a table. */
import type { ModuleInput, ProviderRequirement } from '../facts/module.js';
import type { RuleFacts } from './rule.js';

export interface ModuleTable {
  /** For people: `the add-ons module`. */
  readonly title: string;
  inputs(release: string): readonly ModuleInput[];
  outputs(release: string): readonly string[];
  requiredProviders(release: string): readonly ProviderRequirement[];
  /** Providers that the release was seen to work with, where that is known. */
  workingProviders(release: string): readonly ProviderRequirement[];
  /** Why a release cannot work at all. */
  unusable(release: string): string | undefined;
  /** The keys that a release reads of an object input; undefined where they are not known to be fixed. */
  keys(release: string, input: string): ReadonlySet<string> | undefined;
  /** The input is a map, and its entries have those keys. */
  isMap(input: string): boolean;
}

const EKS = 'terraform-aws-modules/eks/aws';

export function tableOf(source: string, facts: RuleFacts): ModuleTable | undefined {
  const { addons, eksModule, eksKarpenter, eksNodeGroups } = facts;
  if (addons !== undefined && source === addons.ADDONS_SOURCE) return addonsTable(addons);
  if (eksModule !== undefined && source === EKS) return eksTable(eksModule);
  if (eksKarpenter !== undefined && source === `${EKS}//modules/karpenter`)
    return plain('the Karpenter submodule of terraform-aws-eks', eksKarpenter.eksKarpenter);
  const folder = source.startsWith(`${EKS}//modules/`) ? source.split('/').at(-1) : undefined;
  const group = folder === undefined ? undefined : eksNodeGroups?.eksNodeGroups[folder];
  return group === undefined
    ? undefined
    : plain(`the submodule ${folder ?? ''} of terraform-aws-eks`, group);
}

type Rows = Pick<ModuleTable, 'inputs' | 'outputs' | 'requiredProviders'>;

const plain = (title: string, { inputs, outputs, requiredProviders }: Rows): ModuleTable => ({
  title,
  inputs,
  outputs,
  requiredProviders,
  workingProviders: () => [],
  unusable: () => undefined,
  keys: () => undefined,
  isMap: () => false,
});

const addonsTable = (addons: NonNullable<RuleFacts['addons']>): ModuleTable => ({
  title: 'the add-ons module',
  inputs: addons.addonsInputs,
  outputs: addons.outputs,
  requiredProviders: addons.requiredProviders,
  workingProviders: addons.workingProviders,
  unusable: addons.unusable,
  keys: addons.objectKeys,
  isMap: addons.isMapOfObjects,
});

const GROUPS = ['eks_managed_node_groups', 'self_managed_node_groups', 'fargate_profiles'] as const;

const eksTable = ({ eksModule, groupKeys }: NonNullable<RuleFacts['eksModule']>): ModuleTable => ({
  ...plain('terraform-aws-eks', eksModule),
  keys: (release, input) => {
    const group = GROUPS.find((name) => name === input);
    const keys = group === undefined ? [] : groupKeys(release, group);
    return keys.length === 0 ? undefined : new Set(keys);
  },
  isMap: () => true,
});
