/**
 * The submodule `terraform-aws-modules/eks/aws//modules/karpenter`, from v18.31
 * on: queue, rules and roles for a Karpenter that somebody else installs.
 */
import data from './data/eks/karpenter.json' with { type: 'json' };
import { moduleFacts } from './module.js';
import { asRanges, asRows, inAny, type Ranged, rowsFor } from './range.js';

export const eksKarpenter = moduleFacts(data);

export interface SubmoduleRule {
  /** Key of `for_each`. */
  readonly name: string;
  /** What follows the name prefix. */
  readonly label: string;
  readonly source: string;
  readonly detailType: string;
}

/** The rules that `enable_spot_termination` makes; none has a `detail` filter. */
export const submoduleRules = (release: string): readonly SubmoduleRule[] =>
  rowsFor(asRows<SubmoduleRule & Ranged>(data.rules), release).map(
    ({ name, label, source, detailType }) => ({ name, label, source, detailType }),
  );

/** How the queue's policy refuses plain HTTP; v20 compares the condition as text. */
export function deniesHttp(release: string): 'Bool' | 'StringEquals' | undefined {
  if (!inAny(release, asRanges(data.deniesHttp))) return undefined;
  return inAny(release, asRanges(data.deniesHttpByText)) ? 'StringEquals' : 'Bool';
}

interface Grant extends Ranged {
  readonly name: string;
  readonly only?: 'v1' | 'v033';
  readonly when?: string;
}

export interface SubmoduleInputs {
  /** Default true. */
  readonly enable_spot_termination?: boolean;
  /** Default false; v19.18 to v19.21. */
  readonly enable_karpenter_instance_profile_creation?: boolean;
  /** Default false; v20.24 to v20.37 choose between two policies by it. */
  readonly enable_v1_permissions?: boolean;
}

/** Actions that the controller's policy grants, given the inputs that change them. */
export function submoduleActions(
  release: string,
  inputs: SubmoduleInputs = {},
): ReadonlySet<string> {
  const off = new Set<string | undefined>([
    ...(inputs.enable_spot_termination === false ? ['enable_spot_termination'] : []),
    ...(inputs.enable_karpenter_instance_profile_creation === true
      ? []
      : ['enable_karpenter_instance_profile_creation']),
  ]);
  const other = inputs.enable_v1_permissions === true ? 'v033' : 'v1';
  const rows = rowsFor(asRows<Grant>(data.actions), release);
  return new Set(
    rows.filter(({ only, when }) => only !== other && !off.has(when)).map(({ name }) => name),
  );
}
