/** The two modules of target `inputs`: pure outputs, and what stands beside the call of the add-ons module. */
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { ModuleSource, SourceBlock } from '../../terraform/syntax/module.js';
import { undeclared } from '../../terraform/undeclared.js';
import { CALL as ADDONS } from '../addons/index.js';
import type { AddonsParts } from '../addons/parts.js';
import { variableBlock } from '../bind.js';
import type { CompileContext } from '../context.js';
import { groupChecks, guardGroups } from '../guards.js';
import { type Attributes, block } from '../plan.js';
import { localsBlock, type RequiredProvider, versionsBlock } from '../root.js';
import { RESOURCE_PROVIDERS, relaxed } from '../stack/providers.js';

/** What the second module is given of the call of the add-ons module, by its own variables. */
const OF_CALL: Readonly<Record<string, { readonly from: string; readonly says: string }>> = {
  karpenter_queue_arn: {
    from: `module.${ADDONS}.karpenter.sqs.queue_arn`,
    says: "ARN of Karpenter's queue, which the add-ons module makes.",
  },
  karpenter_node_role_arn: {
    from: `module.${ADDONS}.karpenter.node_iam_role_arn`,
    says: "ARN of the role of Karpenter's nodes, which the add-ons module makes.",
  },
};

export const ofCall = ({ at }: CompileContext, name: string): Expression | undefined => {
  const found = Object.hasOwn(OF_CALL, name) ? OF_CALL[name] : undefined;
  return found && make.reference(found.from, at);
};

/** A variable of the second module that stands for what the call gives. */
export const callVariable = ({ at }: CompileContext, name: string): Expression =>
  make.reference(`var.${name}`, at);

/** Outputs named like the module's inputs, and maps for the node groups that others write. */
export function valuesModule(
  context: CompileContext,
  { inputs, locals, tags }: AddonsParts,
  maps: Attributes,
): ModuleSource {
  const outputs = Object.entries({ ...inputs, ...maps }).flatMap(([name, value]) =>
    value === undefined ? [] : [output(context, name, value, name in maps)],
  );
  const blocks = [...localsBlock(context, locals.inputs), ...outputs, ...tags];
  return complete(context, blocks, []);
}

function output(
  { at }: CompileContext,
  name: string,
  value: Expression,
  isMap: boolean,
): SourceBlock {
  const description = isMap
    ? `For ${name} of terraform-aws-modules/eks/aws: merge each entry into the group of that name.`
    : `For ${name} of aws-ia/eks-blueprints-addons/aws.`;
  return block('output', [name], { description: make.literal(description, at), value }, at);
}

/** What the release lacks or cannot say; undefined where there is nothing. */
export function besideModule(
  context: CompileContext,
  { beside, locals }: AddonsParts,
): ModuleSource | undefined {
  if (beside.length === 0) return undefined;
  const blocks = [
    ...localsBlock(context, locals.beside),
    ...guardGroups(context, beside),
    ...groupChecks(context),
  ];
  return complete(context, blocks, RESOURCE_PROVIDERS.map(relaxed));
}

/** Blocks with the variables that they use, and what they require. */
function complete(
  context: CompileContext,
  blocks: readonly SourceBlock[],
  providers: readonly RequiredProvider[],
): ModuleSource {
  const used = new Set(undeclared({ blocks }).map(({ name }) => name));
  const bound = context.bind.bound().filter(({ name }) => used.has(`var.${name}`));
  const { at } = context;
  const made = Object.entries(OF_CALL).filter(([name]) => used.has(`var.${name}`));
  return {
    blocks: [
      versionsBlock(context, providers),
      ...made.map(([name, { says }]) =>
        block(
          'variable',
          [name],
          {
            type: make.literal('string', at),
            description: make.literal(says, at),
            nullable: make.literal(false, at),
          },
          at,
        ),
      ),
      ...bound.map(variableBlock),
      ...blocks,
    ],
  };
}
