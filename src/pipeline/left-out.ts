/** A root without one argument of its calls of the add-ons module: to find what a change comes from. */
import type { ModuleSource, SourceBlock } from '../terraform/syntax/module.js';
import type { TerraformRoot } from './terraform.js';

export function leftOut(root: TerraformRoot, argument: string | undefined): TerraformRoot {
  if (argument === undefined) return root;
  return {
    ...root,
    module: without(root.module, argument),
    folder: (directory) => {
      const module = root.folder(directory);
      return module && without(module, argument);
    },
  };
}

const without = ({ blocks }: ModuleSource, argument: string): ModuleSource => ({
  blocks: blocks.map((block) => (callsAddons(block) ? stripped(block, argument) : block)),
});

const callsAddons = ({ type, body }: SourceBlock): boolean =>
  type === 'module' &&
  body.attributes.some(
    ({ name, value }) =>
      name === 'source' &&
      value.kind === 'literal' &&
      /eks-blueprints-addons\b/.test(String(value.value)),
  );

const stripped = ({ body, ...block }: SourceBlock, argument: string): SourceBlock => ({
  ...block,
  body: { ...body, attributes: body.attributes.filter(({ name }) => name !== argument) },
});
