/** Target `stack`: plain AWS and Helm resources, for clusters that are built without the add-ons module. */
import type { Finding } from '../../diagnostics/finding.js';
import { nthSets } from '../../policy/nth-sets.js';
import * as make from '../../terraform/syntax/build.js';
import { admission } from '../admission.js';
import type { CompileContext } from '../context.js';
import { checks, clusterGuards, guardGroups } from '../guards.js';
import { hasKarpenter, NODEPOOL_VALUES, nodePoolReleases, nodePoolValues } from '../karpenter.js';
import { nthInstallations } from '../parts/nth.js';
import type { RootParts } from '../root.js';
import { RELEASE, stackKarpenter } from './karpenter.js';
import { NODE_ROLE } from './node-role.js';
import { RESOURCE_PROVIDERS } from './providers.js';

export function stackParts(context: CompileContext): RootParts {
  const { intent, facts, at } = context;
  context.findings.push(...inputsWithoutCall(context));
  const karpenter = stackKarpenter(context);
  const nth = nthInstallations(context, nthSets(intent, facts.reactions));
  return {
    providers: RESOURCE_PROVIDERS,
    locals: {
      ...karpenter.locals,
      ...nth.locals,
      [NODEPOOL_VALUES]: hasKarpenter(context) ? nodePoolValues(context) : undefined,
    },
    clusterGuards: clusterGuards(context),
    blocks: [
      ...karpenter.blocks,
      ...guardGroups(context, nth.blocks),
      ...nodePoolReleases(context, [RELEASE]),
      ...admission(context, make.reference(`${NODE_ROLE}.arn`, at)),
      ...checks(context),
    ],
  };
}

/** Inputs of the add-ons module have no call to go to; what they would install is left to the reader. */
const inputsWithoutCall = ({ intent }: CompileContext): readonly Finding[] =>
  [...intent.inputs].map(([name, value]) => ({
    rule: 'unexpressible-setting',
    severity: 'warning',
    message: `"${name}" is an input of the add-ons module, which this target does not call`,
    at: ('key' in value && value.key) || value.from.at,
    help: 'compile for "addons", or install it by other means and leave it out',
  }));
