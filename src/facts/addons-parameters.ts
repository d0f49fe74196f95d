/**
 * Where the Karpenter and NTH parts of the add-ons module differ from release
 * to release, for the module's summary and for the compiler, with the provider
 * versions that really work and the releases that cannot work at all.
 */
import data from './data/addons-parameters.json' with { type: 'json' };
import { type ProviderRequirement, providers } from './module.js';
import { asRows, type Ranged, rowFor, rowsFor } from './range.js';

export interface ReleaseParameters {
  /** Rules to which a non-empty `aws_node_termination_handler_asg_names` adds a filter; only lifecycle events can pass it. */
  readonly asgNamesFilter: 'none' | 'asg-rule' | 'all-rules';
  readonly blueprintsAddonVersion: string;
  readonly sqsModuleVersion: string;
  /** Whether `chart` is read of the add-on objects. */
  readonly chartNameReadable: boolean;
  /** Domain of the service principals in the queue policies: the partition's (wrong in China), or the right one. */
  readonly eventsPrincipal: 'dns-suffix' | 'amazonaws.com';
  readonly gitopsMetadata: 'none' | 'without-node-role-name' | 'with-node-role-name';
  /** Unless `karpenter_node.create_instance_profile` is false. */
  readonly instanceProfile: 'created' | 'created-unless-karpenter-creates-it';
  /** What `karpenter_enable_instance_profile_creation` adds to the controller's policy. */
  readonly instanceProfileActions: 'none' | 'without-list' | 'with-list';
  /** Default chart versions, as written in the module. */
  readonly karpenterChart: string;
  readonly nthChart: string;
  /** Whether `create_kubernetes_resources` exists. */
  readonly kubernetesResourcesSwitch: boolean;
  /** Whether values of `karpenter_node.iam_role_additional_policies` may be known after apply only. */
  readonly nodeRolePolicyKeys: 'must-be-known' | 'may-be-computed';
  readonly policyDocumentsGoTo: 'helper-module' | 'policy-document';
  readonly postrenderDefault: readonly [] | null;
  /** What the queue setting becomes when `karpenter_enable_spot_termination` is false. */
  readonly queueValueWhenOff: 'null-entry' | 'empty-text' | 'omitted';
  readonly ssmParameterPath: string;
  /** Condition on ec2:TerminateInstances; `settable`: by `karpenter.irsa_tag_key` and `irsa_tag_values`. */
  readonly terminateCondition: {
    readonly variable: string;
    readonly values: readonly string[];
    readonly settable?: true;
  };
  readonly trustPolicyStatements: boolean;
  /** Name of the CloudFormation stack made unless `observability_tag` is null. */
  readonly usageStack: 'none' | 'cluster-name' | 'cluster-name-and-random';
}

/** One entry of `set` in the module's Karpenter release; null values are left out by the module (see `queueValueWhenOff`). */
export interface KarpenterSetting {
  readonly name: string;
  readonly value:
    | 'cluster-name'
    | 'cluster-endpoint'
    | 'queue-name'
    | 'instance-profile'
    | 'service-account';
  /** The input that must have this value for the entry to be set. */
  readonly when?: { readonly karpenter_enable_instance_profile_creation: boolean };
}

type Parameters = Readonly<Record<keyof ReleaseParameters, readonly Ranged[]>>;

/** All parameters of a release; a release beyond the tables has those of the newest. */
export function releaseParameters(release: string): ReleaseParameters {
  const table = data.parameters as unknown as Parameters;
  const entries = Object.entries(table).map(([name, rows]) => {
    const row = rowFor(asRows<Ranged & { value: unknown }>(rows), release);
    return [name, row?.value];
  });
  return Object.fromEntries(entries) as unknown as ReleaseParameters;
}

/** What the release sets in the Karpenter chart. */
export const karpenterSettings = (release: string): readonly KarpenterSetting[] =>
  rowsFor(asRows<KarpenterSetting & Ranged>(data.karpenterSettings), release).map(
    ({ name, value, when }) => (when === undefined ? { name, value } : { name, value, when }),
  );

type Grant = Ranged & { readonly name: string; readonly when?: string };

/**
 * Actions that the release grants Karpenter's controller. The two inputs, true
 * by default, each add some; a release without the second has none of those.
 */
export function karpenterActions(
  release: string,
  inputs?: { spotTermination?: boolean; instanceProfileCreation?: boolean },
): ReadonlySet<string> {
  const off = new Set([
    ...(inputs?.spotTermination === false ? ['spot-termination'] : []),
    ...(inputs?.instanceProfileCreation === false ? ['instance-profile-creation'] : []),
  ]);
  const rows = rowsFor(asRows<Grant>(data.karpenterActions), release);
  return new Set(
    rows.filter(({ when }) => when === undefined || !off.has(when)).map(({ name }) => name),
  );
}

/** Actions that the release grants NTH. */
export const nthActions = (release: string): ReadonlySet<string> =>
  new Set(rowsFor(asRows<Grant>(data.nthActions), release).map(({ name }) => name));

/** Why a release cannot be used at all; undefined for one that can. */
export const unusable = (release: string): string | undefined =>
  rowFor(asRows<Ranged & { reason: string }>(data.unusable), release)?.reason;

/** Constraints for a root that calls the release: narrower than its own, and known to work. */
export const workingProviders = (release: string): readonly ProviderRequirement[] =>
  providers(data.workingProviders, release);
