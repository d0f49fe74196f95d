/** Compiling as people meet it: what is written where, and what is refused. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

const POLICY = { 'p.yaml': readFileSync('policies/spot-fleet.yaml', 'utf8') };

describe('an output folder', () => {
  it.each([
    ['addons', 'module'],
    ['module', 'stack'],
    ['inputs', 'addons'],
  ])('that holds what %s wrote is not mixed with what %s writes', async (first, second) => {
    const host = memoryHost(POLICY);
    expect(await run(host, ['compile', 'p.yaml', '--target', first, '--out', 'out'])).toBe(0);
    const before = new Map(host.files);
    expect(await run(host, ['compile', 'p.yaml', '--target', second, '--out', 'out'])).toBe(3);
    expect(host.stderr()).toMatch(/out\/spot-fleet holds .*\.tf\.json, which another target wrote/);
    expect(host.files).toEqual(before);
  });

  it('takes the same target again, and two targets of one form', async () => {
    const host = memoryHost(POLICY);
    for (const target of ['addons', 'addons', 'stack'])
      expect(await run(host, ['compile', 'p.yaml', '--target', target, '--out', 'out'])).toBe(0);
  });
});
