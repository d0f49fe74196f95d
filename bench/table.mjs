// One row of the bench as a line of text.
const padded = (text, width) => String(text).padStart(width);

/** `ratio` is what counts; times and memory show what it is made of. */
export function table({ group, name, ms, baseMs, ratio, target, mebibytes, skipped }) {
  const start = `${group.padEnd(10)} ${name.padEnd(58)}`;
  if (skipped !== undefined) return `${start} skipped: ${skipped}`;
  const met =
    target === undefined ? '' : ratio <= target ? `  within ${target}` : `  OVER ${target}`;
  const base = baseMs === undefined ? ' '.repeat(14) : ` / ${padded(baseMs, 6)} ms =`;
  const memory = mebibytes === undefined ? '' : `  ${padded(mebibytes, 5)} MiB`;
  return `${start} ${padded(ms, 7)} ms${base} ${padded(ratio ?? '', 6)}${met}${memory}`;
}
