/** Helm values that a chart reads. Charts without a schema take any key, so only a table can tell a dead one. */

export interface ChartValue {
  /** Absent where values.yaml says nothing and only a template reads the key. */
  readonly default?: unknown;
  /** Handed on whole: any key under it is read. */
  readonly open?: true;
}

/** Whether a dotted key is read: a known one, one under an open one, or the way to known ones. */
export function readsValue(values: ReadonlyMap<string, ChartValue>, key: string): boolean {
  if (values.has(key)) return true;
  for (const [known, { open }] of values)
    if (known.startsWith(`${key}.`) || (open === true && key.startsWith(`${known}.`))) return true;
  return false;
}
