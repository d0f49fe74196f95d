/** The call of a module that the compiler writes: as somebody makes it, and as it is judged. */
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { ModuleSource, SourceBlock } from '../../terraform/syntax/module.js';
import { type Bound, variableBlock } from '../bind.js';
import type { CompileContext } from '../context.js';
import { block } from '../plan.js';

/** Name of the call, and of the folder that the README puts the module in. */
export const CALL = 'interlock';
export const FOLDER = `./${CALL}`;

/** A call with every variable bound by what `value` gives. */
export const moduleCall = (
  { at, bind }: CompileContext,
  value: (bound: Bound) => Expression,
): SourceBlock =>
  block(
    'module',
    [CALL],
    {
      source: make.literal(FOLDER, at),
      ...Object.fromEntries(bind.bound().map((bound) => [bound.name, value(bound)] as const)),
    },
    at,
  );

/** The call with the policy's own expressions. */
export const callAsBound = (context: CompileContext): SourceBlock =>
  moduleCall(context, ({ reference }) => reference.expression);

/**
 * A root around the call. Its AWS provider is in the policy's region, because a
 * condition of the module refuses any other; of its Helm provider nothing is known.
 */
export function judgingRoot(context: CompileContext): ModuleSource {
  const { at, bind, intent } = context;
  const region = intent.cluster.region;
  return {
    blocks: [
      block('provider', ['aws'], { region: make.literal(region.value, region.from.at) }, at),
      ...bind.bound().map(variableBlock),
      moduleCall(context, ({ name, reference }) =>
        make.reference(`var.${name}`, reference.from.at),
      ),
    ],
  };
}
