/** Exit statuses: a contract under semver. */
export const CLEAN = 0;
/** Findings at or above the threshold; for `prove`, refuted or undetermined. */
export const FOUND = 1;
export const WRONG_USAGE = 2;
export const COULD_NOT_RUN = 3;

export type ExitStatus = 0 | 1 | 2 | 3;
