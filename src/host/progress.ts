/**
 * One line on standard error that says what takes long, on a terminal only: it
 * shows after a second, changes ten times a second at most, and is gone before
 * anything else is written.
 */
import type { Host } from './host.js';

export interface Terminal {
  readonly write: (text: string) => void;
  readonly columns: () => number;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
}

const PATIENCE_MS = 1000;
const STEP_MS = 100;
const CLEAR = '\r\u001b[K';

/** The host with `progress`, on a terminal. */
export function withProgress(host: Host, { write, columns, now }: Terminal): Host {
  const begun = now();
  let last = Number.NEGATIVE_INFINITY;
  let shown = false;
  const clear = (): void => {
    if (shown) write(CLEAR);
    shown = false;
  };
  return {
    ...host,
    out: (text) => {
      clear();
      host.out(text);
    },
    err: (text) => {
      clear();
      host.err(text);
    },
    progress: (text) => {
      const time = now();
      if (time - begun < PATIENCE_MS || time - last < STEP_MS) return;
      last = time;
      shown = true;
      write(`${CLEAR}${text.slice(0, Math.max(0, columns() - 1))}`);
    },
    ended: clear,
  };
}
