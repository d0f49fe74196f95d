/** The rest of the add-ons module's call: inputs that no other part of a policy decides, as far as the release reads them. */
import { DECIDED } from '../../compile/addons/inputs.js';
import { isMap, isUnknown, known, type Value } from '../../value/value.js';
import { type Notes, uncarried } from './notes.js';
import { plainOf } from './plain.js';
import type { AdoptSource } from './source.js';

export function adoptInputs(
  source: AdoptSource,
  notes: Notes,
  release: string | undefined,
): object | undefined {
  const entries = [...(source.addons?.arguments ?? [])]
    .filter(([name]) => !Object.hasOwn(DECIDED, name))
    .filter(([name, value]) => isInput(source, notes, release, name, value))
    .map(
      ([name, value]) =>
        [
          name,
          plainOf(notes, readable(source, notes, release, name, value), `the input "${name}"`),
        ] as const,
    )
    .filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : new Map(entries);
}

/** An input that the release does not have is one that Terraform refuses. */
function isInput(
  { facts }: AdoptSource,
  notes: Notes,
  release: string | undefined,
  name: string,
  value: Value,
): boolean {
  if (release === undefined || facts.addons.addonsInput(release, name) !== undefined) return true;
  uncarried(notes, `release ${release} of the add-ons module has no input "${name}"`, value.from, {
    help: 'Terraform refuses the call as it is: mend it there',
  });
  return false;
}

/** The input without keys that the release never reads. */
function readable(
  { facts }: AdoptSource,
  notes: Notes,
  release: string | undefined,
  name: string,
  value: Value,
): Value {
  const keys = release === undefined ? undefined : facts.addons.objectKeys(release, name);
  if (keys === undefined || isUnknown(value) || !isMap(value.value)) return value;
  const without = (object: Value): Value => {
    if (isUnknown(object) || !isMap(object.value)) return object;
    const unread = [...object.value].filter(([key]) => !keys.has(key));
    for (const [key, item] of unread)
      uncarried(notes, `release ${release} never reads "${key}" of "${name}"`, item.from, {
        help: 'it does nothing: leave it out',
        severity: 'note',
      });
    const read = new Map([...object.value].filter(([key]) => keys.has(key)));
    return known(read, object.from, object.key);
  };
  if (!facts.addons.isMapOfObjects(name)) return without(value);
  const each = new Map([...value.value].map(([key, item]) => [key, without(item)] as const));
  return known(each, value.from, value.key);
}
