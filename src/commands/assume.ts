/** `--assume karpenter=1.2.0,nth=0.27.1`: versions that the texts do not state. */
import { InvalidArgumentError } from 'commander';
import type { AssumedVersions } from '../recognise/context.js';

const NAMES = ['karpenter', 'nth', 'kubernetes', 'addons'] as const;
type Name = (typeof NAMES)[number];

const isName = (name: string): name is Name => (NAMES as readonly string[]).includes(name);

/** Reads the option; what is no version of something that has one is wrong usage. */
export function parseAssumed(text: string, before: AssumedVersions = {}): AssumedVersions {
  const assumed: { [K in Name]?: string } = { ...before };
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [name = '', version = ''] = part.split('=', 2).map((one) => one.trim());
    if (!isName(name)) throw new InvalidArgumentError(`"${name}" is none of ${NAMES.join(', ')}.`);
    if (!/^v?\d+(?:\.\d+){0,2}$/.test(version))
      throw new InvalidArgumentError(`"${version}" is no version of ${name}.`);
    assumed[name] = version.replace(/^v/, '');
  }
  return assumed;
}
