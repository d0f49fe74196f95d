/** Target `addons`: a root that calls the add-ons module at the policy's release, and beside it what that release lacks. */
import * as make from '../../terraform/syntax/build.js';
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
import { block } from '../plan.js';
import { endpoint, kubernetesVersion, oidcProviderArn, type RootParts } from '../root.js';
import { passedInputs } from './inputs.js';
import { karpenterInputs, missingRules } from './karpenter.js';
import { compileNth, type NthOutput } from './nth.js';

/** Name of the module call, and so the head of every address in it. */
export const CALL = 'eks_blueprints_addons';

export function addonsRoot(context: CompileContext): RootParts {
  const { intent, facts, at } = context;
  const nth = compileNth(context);
  const call = moduleCall(context, nth);
  return {
    providers: facts.addons.workingProviders(intent.addons.value),
    locals: {
      [KARPENTER_VALUES]: hasKarpenter(context) ? karpenterValues(context) : undefined,
      ...nth.locals,
      [NODEPOOL_VALUES]: nodePoolValues(context),
    },
    blocks: [
      call,
      ...missingRules(context, CALL),
      ...nth.beside,
      ...nodePoolReleases(context, [`module.${CALL}`]),
      ...admission(context, make.reference(`module.${CALL}.karpenter.node_iam_role_arn`, at)),
    ],
  };
}

function moduleCall(context: CompileContext, nth: NthOutput): SourceBlock {
  const { intent, at, clusterName } = context;
  return block(
    'module',
    [CALL],
    {
      source: make.literal('aws-ia/eks-blueprints-addons/aws', at),
      version: make.literal(intent.addons.value, intent.addons.from.at),
      cluster_name: clusterName,
      cluster_endpoint: endpoint(context),
      cluster_version: kubernetesVersion(context),
      oidc_provider_arn: oidcProviderArn(context),
      ...karpenterInputs(context),
      ...nth.inputs,
      ...passedInputs(context),
    },
    at,
  );
}
