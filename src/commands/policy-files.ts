/** Where the files lie that policies extend. */
import type { Host } from '../host/host.js';
import { loadPolicy, type PolicyFiles } from '../policy/load.js';
import type { SourceFile } from './file-kinds.js';

/**
 * Files that policies extend. The root is the working directory for a policy
 * below it, else the policy's own directory.
 */
export function policyFiles(host: Host, policy: string, texts: Map<string, string>): PolicyFiles {
  const inside = !policy.startsWith('/') && !policy.startsWith('../');
  const root = inside ? '' : policy.split('/').slice(0, -1).join('/');
  return (path) => {
    if (root !== '' && !path.startsWith(`${root}/`))
      return { problem: 'it leaves the policy root' };
    const found = host.readWithin(root, path);
    if ('text' in found) texts.set(path, found.text);
    return found;
  };
}

/** The policy and everything that it extends. */
export function filesOfPolicy(host: Host, { file, text }: SourceFile): readonly string[] {
  const read = new Map([[file, text]]);
  loadPolicy(file, text, policyFiles(host, file, read));
  return [...read.keys()];
}
