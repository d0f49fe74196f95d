/** Progress on a terminal: late, seldom, and never in the way of what is written. */
import { describe, expect, it } from 'vitest';
import { run } from '../src/commands/program.js';
import { withProgress } from '../src/host/progress.js';
import { memoryHost } from './support/memory-host.js';
import { VALID } from './support/policy.js';

function terminal() {
  let time = 0;
  const written: string[] = [];
  const host = memoryHost({ 'a.yaml': VALID, 'b.yaml': VALID.replace('checkout }', 'shop }') });
  const shown = withProgress(
    {
      ...host,
      out: (text) => written.push(`out: ${text}`),
      err: (text) => written.push(`err: ${text}`),
    },
    { write: (text) => written.push(text), columns: () => 20, now: () => time },
  );
  return { host: shown, written, wait: (ms: number) => (time += ms) };
}

describe('progress', () => {
  it('shows after a second, and ten times a second at most', () => {
    const { host, written, wait } = terminal();
    host.progress?.('one');
    wait(1000);
    host.progress?.('two');
    wait(50);
    host.progress?.('three');
    wait(50);
    host.progress?.('four');
    expect(written).toEqual(['\r\u001b[Ktwo', '\r\u001b[Kfour']);
  });

  it('is gone before anything else is written, and at the end', () => {
    const { host, written, wait } = terminal();
    wait(1000);
    host.progress?.('a line that is longer than the terminal is wide');
    host.out('result\n');
    host.err('said\n');
    wait(1000);
    host.progress?.('more');
    host.ended?.();
    host.ended?.();
    expect(written).toEqual([
      '\r\u001b[Ka line that is long',
      '\r\u001b[K',
      'out: result\n',
      'err: said\n',
      '\r\u001b[Kmore',
      '\r\u001b[K',
    ]);
  });

  it('names what is judged', async () => {
    const { host, written, wait } = terminal();
    const progress = (text: string): void => {
      wait(600);
      host.progress?.(text);
    };
    const ticking = { ...host, progress };
    await run(ticking, ['lint', 'a.yaml', 'b.yaml', '--format', 'json']);
    expect(written[0]).toBe('\r\u001b[Kjudging 2 of 2: b.y');
    expect(written[1]).toBe('\r\u001b[K');
    expect(written[2]).toMatch(/^out: /);
  });
});
