/**
 * Target `module`: the resources of `stack` as a folder to drop into a repo. No
 * provider, no backend, constraints without an upper end; the conditions that
 * hold the invariant travel with it, and so do their tests.
 */
import type { ModuleSource, SourceBlock } from '../../terraform/syntax/module.js';
import { variableBlock } from '../bind.js';
import type { CompileContext } from '../context.js';
import type { Output } from '../output.js';
import { dataBlocks, localsBlock, versionsBlock } from '../root.js';
import { stackParts } from '../stack/index.js';
import { relaxed } from '../stack/providers.js';
import { judgingRoot } from './call.js';
import { moduleOutputs } from './outputs.js';
import { moduleReadme } from './readme.js';
import { moduleTests } from './tests.js';

export const TESTS = 'tests/interlock.tftest.hcl';

export function moduleOutput(context: CompileContext): Output {
  const parts = stackParts(context);
  const blocks: readonly SourceBlock[] = [
    ...dataBlocks(context, parts.clusterGuards),
    ...localsBlock(context, parts.locals),
    ...parts.blocks,
    ...moduleOutputs(context),
  ];
  const providers = parts.providers.map(relaxed);
  const module: ModuleSource = {
    blocks: [
      versionsBlock(context, providers),
      ...context.bind.bound().map(variableBlock),
      ...blocks,
    ],
  };
  return {
    root: judgingRoot(context),
    modules: new Map([['.', module]]),
    files: new Map([
      ['README.md', moduleReadme(context, { module, providers })],
      [TESTS, moduleTests(context, blocks)],
    ]),
  };
}
