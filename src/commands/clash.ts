/** Output of two targets in one folder: Terraform reads every file of a folder as one configuration. */
import { MODULE_FILES } from '../compile/module-files.js';
import type { Plan } from '../compile/plan.js';
import type { Host } from '../host/host.js';
import { ROOT_FILE } from './written.js';

/** Why the output of a plan cannot go into a folder: what another target wrote is still there. */
export function clash(host: Host, folder: string, { modules }: Plan): string | undefined {
  const own = modules.size === 0 ? [ROOT_FILE] : modules.has('.') ? MODULE_FILES : [];
  // A folder of manifests has no configuration of its own that theirs would be read with.
  if (own.length === 0) return undefined;
  const other = [ROOT_FILE, ...MODULE_FILES].filter(
    (name) => !own.includes(name) && host.kindOf(`${folder}/${name}`) === 'file',
  );
  return other.length === 0
    ? undefined
    : `${folder} holds ${other.join(', ')}, which another target wrote, and Terraform would read both as one: remove it, or name another folder with --out`;
}
