/** Summaries of registry modules: our own blocks that stand for a call, and what they read as `release.*`. */
import type { Facts } from '../facts/facts.js';
import type { ModuleSource } from '../terraform/syntax/module.js';

/** The summaries in sight, by the names of their files. */
export interface SummaryModules {
  readonly addons?: ModuleSource;
  readonly addon?: ModuleSource;
  readonly eks?: ModuleSource;
  readonly eksV17?: ModuleSource;
  readonly eksKarpenter?: ModuleSource;
  readonly eksManagedNodeGroup?: ModuleSource;
  readonly eksSelfManagedNodeGroup?: ModuleSource;
  readonly eksFargateProfile?: ModuleSource;
  readonly blueprintsV4?: ModuleSource;
  readonly sqs?: ModuleSource;
}

export interface Summary {
  /** As moduleAddress names it, with `//folder` for a submodule. */
  readonly source: string;
  /** Releases that the tables know, oldest first; empty where every release is alike. */
  readonly releases: readonly string[];
  readonly module: (release: string) => ModuleSource | undefined;
  /** What the summary reads as `release.*`, as plain data. */
  readonly constants: (release: string) => Readonly<Record<string, unknown>>;
}

type Addons = NonNullable<Facts['addons']>;

const none = (): Readonly<Record<string, unknown>> => ({});

/** Every summary whose facts are at hand. */
export function summariesOf(facts: Facts, modules: SummaryModules): readonly Summary[] {
  return [
    ...addonsSummaries(facts, modules),
    ...eksSummaries(facts, modules),
    ...blueprintsSummaries(facts, modules),
    ...plain('aws-ia/eks-blueprints-addon/aws', modules.addon),
    ...plain('terraform-aws-modules/sqs/aws', modules.sqs),
  ];
}

const plain = (source: string, module: ModuleSource | undefined): readonly Summary[] =>
  module === undefined ? [] : [{ source, releases: [], module: () => module, constants: none }];

function addonsSummaries({ addons }: Facts, modules: SummaryModules): readonly Summary[] {
  const { addons: module } = modules;
  if (addons === undefined || module === undefined) return [];
  return [
    {
      source: addons.ADDONS_SOURCE,
      releases: addons.addonsReleases(),
      module: () => module,
      constants: (release) => addonsConstants(addons, release),
    },
  ];
}

export function addonsConstants(
  addons: Addons,
  release: string,
): Readonly<Record<string, unknown>> {
  const parameters = addons.releaseParameters(release);
  const actions = [...addons.karpenterActions(release)];
  const profile = actions.filter((action) => /^iam:.*InstanceProfile/.test(action));
  return {
    version: release,
    events_principal: parameters.eventsPrincipal,
    asg_names_filter: parameters.asgNamesFilter,
    karpenter_chart: parameters.karpenterChart,
    nth_chart: parameters.nthChart,
    karpenter_settings: addons.karpenterSettings(release),
    karpenter_read_actions: actions.filter(
      (action) => /:(Describe|Get|List)/.test(action) && !profile.includes(action),
    ),
    instance_profile_actions: profile,
  };
}

function eksSummaries(facts: Facts, modules: SummaryModules): readonly Summary[] {
  const { eksModule, eksKarpenter, eksNodeGroups } = facts;
  const summaries: Summary[] = [];
  if (eksModule !== undefined)
    summaries.push({
      source: eksModule.EKS_SOURCE,
      releases: eksModule.eksModule.releases,
      module: (release) => (majorOf(release) < 18 ? modules.eksV17 : modules.eks),
      constants: (release) => ({
        prefixed: eksModule.eksModule.input(release, 'cluster_name') !== undefined,
        cluster_id_is_name: majorOf(release) < 19,
        authentication_mode:
          eksModule.eksModule.input(release, 'authentication_mode')?.default ?? null,
      }),
    });
  if (eksKarpenter !== undefined)
    summaries.push({
      source: 'terraform-aws-modules/eks/aws//modules/karpenter',
      releases: eksKarpenter.eksKarpenter.releases,
      module: () => modules.eksKarpenter,
      constants: (release) => karpenterConstants(eksKarpenter, release),
    });
  for (const [folder, module] of [
    ['eks-managed-node-group', modules.eksManagedNodeGroup],
    ['self-managed-node-group', modules.eksSelfManagedNodeGroup],
    ['fargate-profile', modules.eksFargateProfile],
  ] as const)
    summaries.push({
      source: `terraform-aws-modules/eks/aws//modules/${folder}`,
      releases: eksNodeGroups?.eksNodeGroups[folder]?.releases ?? [],
      module: () => module,
      constants: none,
    });
  return summaries;
}

const majorOf = (release: string): number => Number.parseInt(release, 10);

type EksKarpenter = NonNullable<Facts['eksKarpenter']>;

/** Principals are built from the partition's DNS suffix up to v20.2.1 (modules/karpenter/main.tf). */
const LAST_DNS_SUFFIX = [20, 2, 1];

function karpenterConstants(
  { eksKarpenter, submoduleActions, submoduleRules, deniesHttp }: EksKarpenter,
  release: string,
): Readonly<Record<string, unknown>> {
  const has = (input: string): boolean => eksKarpenter.input(release, input) !== undefined;
  const withV1 = { enable_v1_permissions: true, enable_karpenter_instance_profile_creation: true };
  const all = [...submoduleActions(release, withV1)];
  const isQueue = (action: string): boolean => action.startsWith('sqs:');
  const isSwitched = (action: string): boolean =>
    has('enable_karpenter_instance_profile_creation') && /^iam:.*InstanceProfile$/.test(action);
  return {
    split_roles: has('create_node_iam_role'),
    irsa: has('irsa_oidc_provider_arn'),
    pod_identity: has('enable_pod_identity') || has('create_pod_identity_association'),
    associates: eksKarpenter.input(release, 'create_pod_identity_association')?.default ?? false,
    profile: eksKarpenter.input(release, 'create_instance_profile')?.default ?? false,
    profile_switch: has('enable_karpenter_instance_profile_creation'),
    v1_switch: has('enable_v1_permissions'),
    events_principal: isUpTo(release, LAST_DNS_SUFFIX) ? 'dns-suffix' : 'amazonaws.com',
    denies_http: deniesHttp(release) ?? null,
    rules: submoduleRules(release),
    actions: all.filter((action) => !isQueue(action) && !isSwitched(action)),
    actions_v033: [...submoduleActions(release)].filter((action) => !isQueue(action)),
    profile_actions: all.filter(isSwitched),
    queue_actions: all.filter(isQueue),
  };
}

function isUpTo(release: string, last: readonly number[]): boolean {
  const parts = release.split('.').map(Number);
  for (const [place, bound] of last.entries()) {
    const part = parts[place] ?? 0;
    if (part !== bound) return part < bound;
  }
  return true;
}

function blueprintsSummaries(
  { blueprintsV4 }: Facts,
  { blueprintsV4: module }: SummaryModules,
): readonly Summary[] {
  if (blueprintsV4 === undefined || module === undefined) return [];
  return [
    {
      source: 'aws-ia/eks-blueprints/aws//modules/kubernetes-addons',
      releases: blueprintsV4.blueprintsV4.releases,
      module: () => module,
      constants: (release) => {
        const parts = blueprintsV4.blueprintsParts(release);
        return {
          karpenter_chart: parts.karpenterChart,
          nth_chart: parts.nthChart,
          karpenter_rules: parts.karpenterRules,
          nth_rules: parts.nthRules,
          nth_without_groups: parts.nthWithoutGroups,
          nth_tag_check_off: parts.nthTagCheckOffWithoutGroups,
          queue_setting: parts.queueSetting,
        };
      },
    },
  ];
}
