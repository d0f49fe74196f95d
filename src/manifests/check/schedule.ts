/**
 * Schedules of disruption budgets. Karpenter reads them with robfig/cron's
 * standard parser, which takes five fields and @-names and no more
 * (kubernetes-sigs/karpenter@v1.9.1 pkg/apis/v1/nodepool.go IsActive); one that
 * it cannot read lets nothing be disrupted.
 */
import { Cron } from 'croner';

const NAMED: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** What is wrong with a schedule; undefined for one that Karpenter reads. */
export function scheduleProblem(schedule: string): string | undefined {
  const pattern = NAMED[schedule] ?? schedule;
  if (pattern.startsWith('@')) return `"${schedule}" is none of ${Object.keys(NAMED).join(', ')}`;
  const fields = pattern.trim().split(/\s+/);
  if (fields.length !== 5)
    return `a schedule has five fields: minute, hour, day of month, month, day of week`;
  const extension = fields.find((field) => /[LW#+]/.test(field.replace(NAMES, '')));
  if (extension !== undefined) return `"${extension}" is an extension of cron that Karpenter lacks`;
  if (/(^|[,-])7($|[,/-])/.test(fields[4] ?? ''))
    return 'Sunday is 0 here: days of the week are 0 to 6';
  try {
    cronOf(pattern);
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

const NAMES =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)\b/gi;

const reason = (error: unknown): string =>
  error instanceof Error
    ? error.message
        .replace(/^CronPattern: /, '')
        .replace(/\.$/, '')
        .replace(/^\w/, (c) => c.toLowerCase())
    : 'it is no schedule';

/** Whether it ever opens, as `0 0 31 2 *` does not. */
export function everOpens(schedule: string): boolean {
  if (scheduleProblem(schedule) !== undefined) return false;
  // From any fixed day on: the answer is about the pattern, not about today.
  return cronOf(NAMED[schedule] ?? schedule).nextRun('2024-01-01T00:00:00') !== null;
}

/** A question mark is an asterisk here, and `5/15` a range to the end. Throws for a pattern that is none. */
const cronOf = (pattern: string): Cron =>
  new Cron(pattern.replaceAll('?', '*'), {
    mode: '5-part',
    sloppyRanges: true,
    paused: true,
    timezone: 'UTC',
  });
