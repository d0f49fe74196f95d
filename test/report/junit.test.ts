/** JUnit XML, read by an XML parser: well-formed whatever is in it, and its counts are true. */
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { atLeast } from '../../src/diagnostics/order.js';
import { junitText } from '../../src/report/junit.js';
import { memoryHost } from '../support/memory-host.js';
import { VALID } from '../support/policy.js';
import { hostileReport } from '../support/reports.js';

const parse = (text: string) =>
  new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(text, 'text/xml');

const count = (text: string, tag: string): number => parse(text).getElementsByTagName(tag).length;

async function junit(line: string, files: Readonly<Record<string, string>>): Promise<string> {
  const host = memoryHost(files);
  await run(host, [...line.split(' '), '--format', 'junit']);
  return host.stdout();
}

describe('JUnit', () => {
  it('is well-formed and holds one case a finding, whatever users write', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const text = junitText(report);
        const failures = report.findings.filter((one) => atLeast(one, report.failOn)).length;
        expect(count(text, 'testcase')).toBe(report.findings.length);
        expect(count(text, 'failure')).toBe(failures);
        const root = parse(text).documentElement;
        expect(root?.getAttribute('failures')).toBe(String(failures));
        expect(text).not.toMatch(/(?![\n\t])\p{Cc}|[\ufffe\uffff]/u);
      }),
      { numRuns: 150, seed: 9 },
    );
  });

  it('shows that something passed where nothing is wrong', async () => {
    const text = await junit('lint a.yaml --strict', { 'a.yaml': VALID });
    expect(count(text, 'failure')).toBe(0);
    expect(count(text, 'testcase')).toBeGreaterThan(0);
  });

  it('of a proof has a case for each event of each pool', async () => {
    const text = await junit('prove a.yaml', { 'a.yaml': VALID });
    const names = [...parse(text).getElementsByTagName('testcase')].map((one) =>
      one.getAttribute('name'),
    );
    expect(names).toContain('web: spot-interruption');
    expect(count(text, 'failure')).toBe(0);
  });

  it('of a proof of nothing fails', async () => {
    const text = await junit('prove notes', { 'notes/a.txt': 'nothing here' });
    expect(count(text, 'failure')).toBe(1);
  });
});
