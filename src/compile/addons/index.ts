/** Target `addons`: a root that calls the add-ons module at the policy's release, and beside it what that release lacks. */
import * as make from '../../terraform/syntax/build.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { type Attributes, block } from '../plan.js';
import { endpoint, kubernetesVersion, oidcProviderArn, type RootParts } from '../root.js';
import { addonsParts } from './parts.js';

/** Name of the module call, and so the head of every address in it. */
export const CALL = 'eks_blueprints_addons';

export function addonsRoot(context: CompileContext): RootParts {
  const { intent, facts, at } = context;
  const { inputs, locals, tags, beside } = addonsParts(context, {
    after: [`module.${CALL}`],
    queueArn: make.reference(`module.${CALL}.karpenter.sqs.queue_arn`, at),
    nodeRoleArn: make.reference(`module.${CALL}.karpenter.node_iam_role_arn`, at),
  });
  return {
    providers: facts.addons.workingProviders(intent.addons.value),
    locals: { ...locals.inputs, ...locals.beside },
    blocks: [addonsCall(context, inputs), ...beside, ...tags],
  };
}

/** The call of the module with the given inputs besides what every call needs. */
export function addonsCall(context: CompileContext, inputs: Attributes): SourceBlock {
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
      ...inputs,
    },
    at,
  );
}
