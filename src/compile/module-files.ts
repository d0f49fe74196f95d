/** A module as files in the layout of the registry: variables, outputs and versions apart from the rest. */
import { writeModule } from '../terraform/json/write.js';
import type { ModuleSource } from '../terraform/syntax/module.js';

const FILES: Readonly<Record<string, string>> = {
  variable: 'variables.tf.json',
  output: 'outputs.tf.json',
  terraform: 'versions.tf.json',
};
const MAIN = 'main.tf.json';

/** What every module is written as. */
export const MODULE_FILES: readonly string[] = [MAIN, ...Object.values(FILES)];

/** The files of a module by path, in a folder of the output; `.` is the output itself. */
export function moduleFiles(folder: string, { blocks }: ModuleSource): ReadonlyMap<string, string> {
  const prefix = folder === '.' ? '' : `${folder}/`;
  return new Map(
    MODULE_FILES.map((name) => {
      const own = blocks.filter(({ type }) => (FILES[type] ?? MAIN) === name);
      return [`${prefix}${name}`, writeModule({ blocks: own })] as const;
    }),
  );
}
