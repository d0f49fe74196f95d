/** The calls of target `inputs`: of its two modules, and between them of the add-ons module, as they are judged and as they are shown. */
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { ModuleSource, SourceBlock } from '../../terraform/syntax/module.js';
import { CALL as ADDONS, addonsCall } from '../addons/index.js';
import { variableBlock } from '../bind.js';
import type { CompileContext } from '../context.js';
import { CALL, FOLDER } from '../module/call.js';
import { type Attributes, block } from '../plan.js';
import { dataBlocks } from '../root.js';
import { ofCall } from './modules.js';

/** Folder of the second module, and the name of its call. */
export const BESIDE = 'beside';
export const BESIDE_CALL = `${CALL}_${BESIDE}`;

export interface Modules {
  readonly values: ModuleSource;
  readonly beside: ModuleSource | undefined;
}

export interface Calls {
  readonly values: SourceBlock;
  readonly beside: SourceBlock | undefined;
}

/** Calls of the modules with every variable bound by what `value` gives, or by the call of the add-ons module. */
export function moduleCalls(
  context: CompileContext,
  { values, beside }: Modules,
  value: (name: string) => Expression,
): Calls {
  const { at } = context;
  const call = (name: string, source: string, module: ModuleSource, more: Attributes) =>
    block(
      'module',
      [name],
      {
        source: make.literal(source, at),
        ...Object.fromEntries(
          variablesOf(module).map((variable) => [
            variable,
            ofCall(context, variable) ?? value(variable),
          ]),
        ),
        ...more,
      },
      at,
    );
  // Nothing that the second module looks up decides a resource, so waiting for the call costs no plan its certainty.
  const after = { depends_on: make.list([make.reference(`module.${ADDONS}`, at)], at) };
  return {
    values: call(CALL, FOLDER, values, {}),
    beside: beside && call(BESIDE_CALL, `${FOLDER}/${BESIDE}`, beside, after),
  };
}

export const variablesOf = ({ blocks }: ModuleSource): readonly string[] =>
  blocks.flatMap(({ type, labels }) => (type === 'variable' ? labels : []));

/** Each input as the output of the values module that is named like it. */
export const fromOutputs = ({ at }: CompileContext, inputs: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(inputs)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => [name, make.reference(`module.${CALL}.${name}`, at)]),
  );

/** A root that calls the add-ons module and takes every input from the values module. */
export function judgingRoot(
  context: CompileContext,
  modules: Modules,
  inputs: Attributes,
): ModuleSource {
  const { at, bind, intent } = context;
  const { region } = intent.cluster;
  const addons = addonsCall(context, fromOutputs(context, inputs));
  const calls = moduleCalls(context, modules, (name) => make.reference(`var.${name}`, at));
  return {
    blocks: [
      block('provider', ['aws'], { region: make.literal(region.value, region.from.at) }, at),
      ...bind.bound().map(variableBlock),
      ...dataBlocks(context),
      calls.values,
      addons,
      ...(calls.beside === undefined ? [] : [calls.beside]),
    ],
  };
}
