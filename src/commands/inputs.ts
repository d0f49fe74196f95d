/** The files that a command is given: paths expanded, texts read, kinds told apart by what they say. */
import type { Finding } from '../diagnostics/finding.js';
import type { Host } from '../host/host.js';
import type { PolicyFiles } from '../policy/load.js';
import { span } from '../source/span.js';

export interface PolicyFile {
  readonly file: string;
  readonly text: string;
}

export interface Inputs {
  readonly policies: readonly PolicyFile[];
  /** Texts by file, for rendering. Files that policies extend are added as they are read. */
  readonly texts: Map<string, string>;
  readonly findings: readonly Finding[];
  /** False when something that was given could not be read. */
  readonly complete: boolean;
}

const POLICY =
  /^\s*["']?(apiVersion["']?\s*:\s*["']?interlock\/|kind["']?\s*:\s*["']?InterruptionPolicy)/m;
const YAML = /\.(ya?ml|json)$/i;
/** Folders that hold no text that people wrote. */
const SKIPPED = new Set(['node_modules', '.git', '.terraform', 'cdktf.out', 'dist']);

/**
 * Policies among the paths. A file that is named is taken for a policy whatever
 * it says; in a directory only those that say they are.
 */
export function gatherPolicies(host: Host, paths: readonly string[]): Inputs {
  const policies: PolicyFile[] = [];
  const texts = new Map<string, string>();
  const findings: Finding[] = [];
  const seen = new Set<string>();
  let complete = true;
  const take = (path: string, named: boolean): void => {
    const file = normalise(path);
    if (seen.has(file)) return;
    seen.add(file);
    const found = host.read(file);
    if ('problem' in found) {
      complete = false;
      findings.push(unreadable(file, found.problem));
    } else if (named || POLICY.test(found.text)) {
      texts.set(file, found.text);
      policies.push({ file, text: found.text });
    }
  };
  const walk = (directory: string): void => {
    const names = host.list(directory);
    if ('problem' in names) {
      complete = false;
      findings.push(unreadable(normalise(directory), names.problem));
      return;
    }
    for (const name of names) {
      const path = `${directory.replace(/\/+$/, '')}/${name.replace(/\/$/, '')}`;
      if (!name.endsWith('/')) {
        if (YAML.test(name)) take(path, false);
      } else if (!SKIPPED.has(name.slice(0, -1)) && !name.startsWith('.')) walk(path);
    }
  };
  for (const path of paths) {
    if (path !== '-' && host.kindOf(path) === 'directory') walk(path);
    else take(path, true);
  }
  return { policies, texts, findings, complete };
}

/** `./a//b/../c` is `a/c`. Paths in reports use `/` on every system. */
export function normalise(path: string): string {
  const absolute = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${absolute ? '/' : ''}${parts.join('/')}` || '.';
}

const unreadable = (file: string, problem: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message: `it cannot be read: ${problem}`,
  at: span(file, 0, 0),
});

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
