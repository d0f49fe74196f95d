/** `.terraform.lock.hcl`: which version of each provider is in use. */
import type { Finding } from '../diagnostics/finding.js';
import { originAt } from '../source/span.js';
import { isUnknown, type Located } from '../value/value.js';
import { evaluateConstant } from './evaluate/constant.js';
import { attributeIn } from './evaluate/source-index.js';
import type { HclParser } from './hcl/parser.js';

export interface LockFile {
  /** By source without the registry's host, `hashicorp/helm`, at the place of the version. */
  readonly providers: ReadonlyMap<string, Located<string>>;
  readonly findings: readonly Finding[];
}

/** Reads a dependency lock file. */
export function readLockFile(parser: HclParser, file: string, text: string): LockFile {
  const { module, findings } = parser.parse(file, text);
  const providers = new Map<string, Located<string>>();
  for (const { type, labels, body } of module.blocks) {
    const attribute = type === 'provider' ? attributeIn(body, 'version') : undefined;
    const version = attribute && evaluateConstant(attribute.value);
    if (version === undefined || isUnknown(version) || typeof version.value !== 'string') continue;
    const source = (labels[0] ?? '').split('/').slice(-2).join('/');
    providers.set(source, { value: version.value, from: originAt(version.from.at) });
  }
  return { providers, findings };
}
