/** Which instance of a block a reference names. */
import type { Origin } from '../../source/span.js';
import { quote } from '../../value/quote.js';
import { toText } from '../../value/text.js';
import { isUnknown, unknown, type Value } from '../../value/value.js';
import { failure } from './derive.js';
import type { Instance, Repetition } from './repetition.js';
import type { Step } from './scope.js';

export interface Chosen {
  readonly instance?: Instance;
  readonly used: number;
  readonly missing?: Value;
}

/** The instance that the first step names, where it names one. */
export function choose(
  { kind, instances, open }: Repetition,
  steps: readonly Step[],
  address: string,
  from: Origin,
): Chosen {
  const [only] = instances;
  if (kind === 'one' && only !== undefined) return { instance: only, used: 0 };
  const key = steps[0]?.key;
  if (key === undefined) return { used: 0 };
  const suffix = suffixFor(kind, key);
  const instance = instances.find((one) => one.suffix === suffix);
  if (instance !== undefined) return { instance, used: 1 };
  const term = `${address}${suffix}`;
  if (open === undefined && !isUnknown(key))
    return {
      used: 1,
      missing: failure(
        'there is no such instance',
        { kind: 'variable', name: term, at: from.at },
        from,
      ),
    };
  const cause = open?.unknown ?? (isUnknown(key) ? key.unknown : 'unread');
  const hinges = open?.hinges ?? (isUnknown(key) ? key.hinges : undefined);
  return { used: 1, missing: { ...unknown(cause, term, from), ...(hinges && { hinges }) } };
}

/** The key as it stands in the addresses of this block's instances. */
function suffixFor(kind: Repetition['kind'], key: Value): string {
  if (isUnknown(key)) return `[${key.term}]`;
  const text = toText(key.value) ?? '';
  return kind === 'count' ? `[${text}]` : `[${quote(text)}]`;
}
