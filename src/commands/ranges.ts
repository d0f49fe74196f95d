/** `--versions`: ranges of releases on the command line. */
import { InvalidArgumentError } from 'commander';
import { COMPONENTS, type VersionRange } from '../diff/hops.js';

/** Reads `addons=1.16.2..1.24.3,karpenter=0.35.0..1.8.8`. */
export function parseRanges(text: string): readonly VersionRange[] {
  return text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, name, from, to] = /^\s*(\w+)=v?([\d.]+)\.\.v?([\d.]+)\s*$/.exec(part) ?? [];
      const component = COMPONENTS.find((one) => one === name);
      if (component === undefined || from === undefined || to === undefined)
        throw new InvalidArgumentError(
          `"${part.trim()}" is no range: write ${COMPONENTS.join(', ')} as addons=1.16.2..1.24.3.`,
        );
      return { component, from, to };
    });
}
