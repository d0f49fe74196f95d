/** Turns "what holds at each version" into rows with ranges of versions. */

/** Ranges `[from, to]` of the versions for which a test holds; null closes a range that reaches the newest. */
export function ranges(versions, holds) {
  const found = [];
  let from;
  versions.forEach((version, i) => {
    if (holds(version)) from ??= version;
    else if (from !== undefined) {
      found.push([from, versions[i - 1]]);
      from = undefined;
    }
  });
  if (from !== undefined) found.push([from, null]);
  return found;
}

/**
 * One row per distinct value, in the order in which values came, with the range
 * in which it holds, or the ranges. Versions without a value have no row.
 */
export function stretches(versions, valueAt) {
  const texts = new Map(versions.map((version) => [version, JSON.stringify(valueAt(version))]));
  const distinct = [...new Set(texts.values())].filter((text) => text !== undefined);
  return distinct.map((text) => {
    const found = ranges(versions, (version) => texts.get(version) === text);
    return { value: JSON.parse(text), versions: found.length === 1 ? found[0] : found };
  });
}

/** One row per name and distinct value: `itemsAt` gives a Map from name to what is true of it at a version. */
export function named(versions, itemsAt) {
  const all = new Map(versions.map((version) => [version, itemsAt(version)]));
  const names = [...new Set([...all.values()].flatMap((items) => [...items.keys()]))].sort();
  return names.flatMap((name) =>
    stretches(versions, (version) => all.get(version).get(name)).map((row) => ({
      name,
      ...row.value,
      versions: row.versions,
    })),
  );
}
