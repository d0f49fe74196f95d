/** Helm values that a chart reads. Charts without a schema take any key, so only a table can tell a dead one. */

export interface ChartValue {
  /** Absent where values.yaml says nothing and only a template reads the key. */
  readonly default?: unknown;
  /** Handed on whole: any key under it is read. */
  readonly open?: true;
}

/** Whether a dotted key is read: a known one, one under an open one, or the way to known ones. */
export function readsValue(values: ReadonlyMap<string, ChartValue>, key: string): boolean {
  return values.has(key) || isUnderOpen(values, key) || isOnTheWay(values, key);
}

function isUnderOpen(values: ReadonlyMap<string, ChartValue>, key: string): boolean {
  for (let dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1))
    if (values.get(key.slice(0, dot))?.open === true) return true;
  return false;
}

/** Whether a chart reads keys below this one. */
function isOnTheWay(values: ReadonlyMap<string, unknown>, key: string): boolean {
  for (const known of values.keys())
    if (known.length > key.length && known[key.length] === '.' && known.startsWith(key))
      return true;
  return false;
}
