/**
 * What changes its address for those who come from somewhere else, as `moved`
 * blocks of the caller. Terraform takes them from and to modules of any package
 * (hashicorp/terraform@v1.3.0 CHANGELOG.md).
 */
import * as make from '../../terraform/syntax/build.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { installationParts } from '../installations.js';
import { hasKarpenter } from '../karpenter.js';
import { block } from '../plan.js';
import { CALL } from './call.js';

const moved = ({ at }: CompileContext, from: string, to: string): SourceBlock =>
  block('moved', [], { from: make.reference(from, at), to: make.reference(to, at) }, at);

/** From a root of target `stack`: every resource by the name that it has there. */
export const movesFromStack = (
  context: CompileContext,
  blocks: readonly SourceBlock[],
): readonly SourceBlock[] =>
  blocks
    .filter(({ type }) => type === 'resource')
    .map(({ labels }) => labels.join('.'))
    .map((address) => moved(context, address, `module.${CALL}.${address}`));

/** From one call to one of several by key; to `count` Terraform moves by itself. */
export const movesToKey = (context: CompileContext): readonly SourceBlock[] => [
  moved(context, `module.${CALL}`, `module.${CALL}["blue"]`),
];

/** Where the add-ons module makes a handler's release (aws-ia/terraform-aws-eks-blueprints-addons@v1.24.3 main.tf). */
const RELEASES: Readonly<Record<string, string>> = {
  karpenter: 'karpenter',
  nth: 'aws_node_termination_handler',
};
/** Policies of the nodes' role that both attach, by the module's key. */
const ATTACHED: Readonly<Record<string, string>> = {
  worker: 'AmazonEKSWorkerNodePolicy',
  cni: 'AmazonEKS_CNI_Policy',
};

/** From a call of the add-ons module: what keeps its name, so that it is not taken away in between. */
export function movesFromAddons(
  context: CompileContext,
  call = 'eks_blueprints_addons',
): readonly SourceBlock[] {
  const names = new Set(installationParts(context).map(({ name }) => name));
  const releases = Object.entries(RELEASES).filter(([name]) => names.has(name));
  const made = releases.map(([name, inner]) =>
    moved(
      context,
      `module.${call}.module.${inner}.helm_release.this[0]`,
      `module.${CALL}.helm_release.${name}`,
    ),
  );
  if (!hasKarpenter(context)) return made;
  return [
    ...made,
    moved(
      context,
      `module.${call}.aws_iam_role.karpenter[0]`,
      `module.${CALL}.aws_iam_role.karpenter_node`,
    ),
    ...Object.entries(ATTACHED).map(([key, policy]) =>
      moved(
        context,
        `module.${call}.aws_iam_role_policy_attachment.karpenter["${policy}"]`,
        `module.${CALL}.aws_iam_role_policy_attachment.karpenter_node_${key}`,
      ),
    ),
  ];
}
