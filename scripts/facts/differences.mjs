/** What a derived table says that the stored one does not, and the other way round: one line per row. */

export function differences(stored, derived) {
  return Object.entries(derived).flatMap(([key, value]) => between(stored[key], value, key));
}

function between(stored, derived, path) {
  if (same(stored, derived)) return [];
  if (Array.isArray(stored) && Array.isArray(derived)) return rows(stored, derived, path);
  if (isObject(stored) && isObject(derived)) {
    const keys = new Set([...Object.keys(stored), ...Object.keys(derived)]);
    return [...keys].flatMap((key) => between(stored[key], derived[key], `${path}.${key}`));
  }
  return [`${path}: stored ${text(stored)}, upstream ${text(derived)}`];
}

function rows(stored, derived, path) {
  const before = new Set(stored.map(text));
  const after = new Set(derived.map(text));
  const gone = [...before].filter((row) => !after.has(row)).map((row) => `${path}: - ${row}`);
  const come = [...after].filter((row) => !before.has(row)).map((row) => `${path}: + ${row}`);
  if (gone.length + come.length > 0) return [...gone, ...come];
  return [`${path}: the same rows in another order`];
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const same = (a, b) => text(a) === text(b);

/** JSON with sorted keys: the order of keys is no difference. */
const text = (value) =>
  JSON.stringify(value, (_, item) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
