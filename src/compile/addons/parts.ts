/** What a policy is with the add-ons module: inputs of its call, and beside it what the release lacks or cannot say. */
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { admission } from '../admission.js';
import type { CompileContext } from '../context.js';
import {
  hasKarpenter,
  KARPENTER_VALUES,
  karpenterValues,
  NODEPOOL_VALUES,
  nodePoolReleases,
  nodePoolValues,
} from '../karpenter.js';
import type { Attributes } from '../plan.js';
import { passedInputs } from './inputs.js';
import { karpenterInputs, missingRules } from './karpenter.js';
import { compileNth } from './nth.js';

/** How what stands beside the call refers to it. */
export interface BesideCall {
  /** Addresses that the NodePools come after. */
  readonly after: readonly string[];
  readonly queueArn: Expression;
  readonly nodeRoleArn: Expression;
}

export interface AddonsParts {
  readonly inputs: Attributes;
  /** Values of charts by the locals that hold them: those that inputs use, and those that blocks beside the call do. */
  readonly locals: { readonly inputs: Attributes; readonly beside: Attributes };
  readonly beside: readonly SourceBlock[];
  /** The output that names the tags of node groups. */
  readonly tags: readonly SourceBlock[];
}

export function addonsParts(context: CompileContext, call: BesideCall): AddonsParts {
  const nth = compileNth(context);
  const isInput = nth.beside.length === 0;
  return {
    inputs: { ...karpenterInputs(context), ...nth.inputs, ...passedInputs(context) },
    locals: {
      inputs: {
        [KARPENTER_VALUES]: hasKarpenter(context) ? karpenterValues(context) : undefined,
        ...(isInput ? nth.locals : {}),
      },
      beside: {
        ...(isInput ? {} : nth.locals),
        [NODEPOOL_VALUES]: nodePoolValues(context),
      },
    },
    beside: [
      ...missingRules(context, call.queueArn),
      ...nth.beside,
      ...nodePoolReleases(context, call.after),
      ...admission(context, call.nodeRoleArn),
    ],
    tags: nth.tags,
  };
}
