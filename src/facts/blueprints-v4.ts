/**
 * The add-ons of aws-ia/terraform-aws-eks-blueprints v4, `modules/kubernetes-addons`:
 * inputs and outputs, and what its Karpenter and NTH parts do.
 */
import data from './data/blueprints-v4.json' with { type: 'json' };
import { moduleFacts } from './module.js';
import { asRanges, asRows, inAny, type Ranged, rowFor, rowsFor } from './range.js';

export const blueprintsV4 = moduleFacts(data);

export interface BlueprintsRule {
  /** Karpenter: key of `for_each`; NTH: what the rule's name starts with. */
  readonly name: string;
  /** Karpenter: what follows the name prefix. */
  readonly label?: string;
  readonly source: string;
  readonly detailType: string;
  readonly detail?: Readonly<Record<string, readonly string[] | undefined>>;
  /** Made only where `auto_scaling_group_names` is not empty. */
  readonly when?: 'groups';
}

export interface BlueprintsParts {
  /** Default chart versions, as written. */
  readonly karpenterChart: string;
  readonly nthChart: string;
  readonly karpenterRules: readonly BlueprintsRule[];
  readonly nthRules: readonly BlueprintsRule[];
  /** NTH is installed without any group where Karpenter is enabled. */
  readonly nthWithoutGroups: boolean;
  /**
   * Without groups, NTH gets `checkASGTagBeforeDraining: false`. Charts from
   * 0.19.0 go by `checkTagBeforeDraining` instead, so it then says nothing.
   */
  readonly nthTagCheckOffWithoutGroups: boolean;
  /** What Karpenter's `interruptionQueueName` becomes; an ARN is no name. */
  readonly queueSetting: 'none' | 'given-arn' | 'name-of-given-arn' | 'own-queue';
}

type Valued<T> = Ranged & { readonly value: T };

/** What a release's Karpenter and NTH parts do; a release beyond the tables does as the newest. */
export function blueprintsParts(release: string): BlueprintsParts {
  const value = <T>(rows: readonly unknown[], otherwise: T): T =>
    rowFor(asRows<Valued<T>>(rows), release)?.value ?? otherwise;
  return {
    karpenterChart: value(data.karpenterChart, ''),
    nthChart: value(data.nthChart, ''),
    karpenterRules: rules(data.karpenterRules, release),
    nthRules: rules(data.nthRules, release),
    nthWithoutGroups: inAny(release, asRanges(data.nthWithoutGroups)),
    nthTagCheckOffWithoutGroups: inAny(release, asRanges(data.nthTagCheckOffWithoutGroups)),
    queueSetting: value(data.queueSetting, 'none'),
  };
}

const rules = (rows: readonly unknown[], release: string): readonly BlueprintsRule[] =>
  rowsFor(asRows<BlueprintsRule & Ranged>(rows), release).map(({ versions: _, ...rule }) => rule);
