/**
 * Git directories that hold the code of registry modules. MODULE_REPOS names
 * them: a JSON object from registry source to directory, or a folder that holds
 * one snapshot for each repository under `<owner>+<name>/repo` or `<owner>/<name>`.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Found } from './tools.js';

type Repositories = (source: string) => string | undefined;

export function repositoriesFromEnvironment(setting: string | undefined): Found<Repositories> {
  if (setting === undefined || setting.trim() === '')
    return { missing: 'MODULE_REPOS names no git directories of the registry modules' };
  if (!setting.trimStart().startsWith('{')) return inFolder(setting);
  const named = JSON.parse(setting) as Record<string, string>;
  return { found: (source) => named[source] };
}

function inFolder(folder: string): Found<Repositories> {
  if (!existsSync(folder)) return { missing: 'the folder that MODULE_REPOS names does not exist' };
  return {
    found: (source) => {
      // The registry serves <owner>/<name>/<provider> from <owner>/terraform-<provider>-<name>.
      const [owner, name, provider] = source.split('/');
      const repository = `terraform-${provider}-${name}`;
      return [`${owner}+${repository}/repo`, `${owner}/${repository}`]
        .map((place) => path.join(folder, place))
        .find(existsSync);
    },
  };
}
