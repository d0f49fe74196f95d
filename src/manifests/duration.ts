/** Durations as Go writes them: numbers with units, one after the other. */

const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** Seconds; undefined for a text that is no duration. */
export function durationSeconds(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g))
    seconds += Number(amount) * (UNITS[unit] ?? 0);
  return seconds;
}

/** `336h`, `90s`: as few units as say it exactly. */
export function durationText(seconds: number): string {
  if (seconds === 0) return '0s';
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  if (seconds % 60 === 0) return `${seconds / 60}m`;
  return `${seconds}s`;
}
