/**
 * Target `inputs`: for a repo that calls the add-ons module already. A module of
 * pure outputs named like the module's inputs, and beside it a second module for
 * what the release lacks or cannot say. The call itself stays the repo's own.
 */
import * as make from '../../terraform/syntax/build.js';
import { addonsParts } from '../addons/parts.js';
import type { CompileContext } from '../context.js';
import type { Output } from '../output.js';
import type { Attributes } from '../plan.js';
import { BESIDE, judgingRoot } from './calls.js';
import { besideModule, callVariable, valuesModule } from './modules.js';
import { nodeGroupMaps } from './node-groups.js';
import { inputsReadme } from './readme.js';
import { knownInputs, tfvars } from './tfvars.js';

export const TFVARS = 'interlock.auto.tfvars.json';

/**
 * What a call that is there may have switched on: handlers that the policy does
 * not install through the module, and names of groups, which from release 1.23.0
 * on keep every event from both handlers (facts: addons-module, trap T2).
 */
function switchedOff({ intent, facts, at }: CompileContext): Attributes {
  const off: Attributes = {
    enable_karpenter: make.literal(false, at),
    enable_aws_node_termination_handler: make.literal(false, at),
    aws_node_termination_handler_asg_names: make.list([], at),
  };
  const known = (name: string): boolean =>
    facts.addons.addonsInput(intent.addons.value, name) !== undefined;
  return Object.fromEntries(Object.entries(off).filter(([name]) => known(name)));
}

export function inputsOutput(given: CompileContext): Output {
  const context: CompileContext = { ...given, callerBinds: true };
  const made = addonsParts(context, {
    after: [],
    queueArn: callVariable(context, 'karpenter_queue_arn'),
    nodeRoleArn: callVariable(context, 'karpenter_node_role_arn'),
  });
  const parts = { ...made, inputs: { ...switchedOff(context), ...made.inputs } };
  const maps = nodeGroupMaps(context);
  const modules = {
    values: valuesModule(context, parts, maps),
    beside: besideModule(context, parts),
  };
  const root = judgingRoot(context, modules, parts.inputs);
  return {
    root,
    modules: new Map([
      ['.', modules.values],
      ...(modules.beside === undefined ? [] : [[BESIDE, modules.beside] as const]),
    ]),
    chartIn: BESIDE,
    files: new Map([
      ['README.md', inputsReadme(context, { modules, inputs: parts.inputs, maps })],
      [TFVARS, tfvars(knownInputs(parts))],
    ]),
  };
}
