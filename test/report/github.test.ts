/** GitHub's annotations, read back the way its runner reads them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { githubText } from '../../src/report/github.js';
import type { Report } from '../../src/report/report.js';
import { style, visible } from '../../src/report/terminal.js';
import { findingsText } from '../../src/report/text.js';
import { hostileReport, reportOf } from '../support/reports.js';

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** actions/runner@v2.320.0 src/Runner.Common/ActionCommand.cs: what a line of a log is to it. */
function commandOf(line: string): Command | undefined {
  const text = line.trimStart();
  if (!text.startsWith('::')) return undefined;
  const end = text.indexOf('::', 2);
  if (end < 0) return undefined;
  const [name = '', ...rest] = text.slice(2, end).split(' ');
  const decode = (value: string, ...more: readonly (readonly [string, string])[]): string =>
    [['%0D', '\r'], ['%0A', '\n'], ...more, ['%25', '%']].reduce(
      (all, [code = '', c = '']) => all.replaceAll(code, c),
      value,
    );
  const properties = rest
    .join(' ')
    .split(',')
    .map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), decode(pair.slice(at + 1), ['%3A', ':'], ['%2C', ','])] as const;
    });
  return { name, properties: Object.fromEntries(properties), data: decode(text.slice(end + 2)) };
}

const worstFirst = ({ findings }: Report) =>
  (['error', 'warning', 'note'] as const).flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );

describe('annotations', () => {
  it('are one command a finding, which says what the finding says', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const lines = githubText(report).split('\n').slice(0, -1);
        expect(lines.join('')).not.toContain('\r');
        const commands = lines.map(commandOf);
        expect(commands.length).toBe(report.findings.length);
        for (const [i, { message, rule, at, severity }] of worstFirst(report).entries()) {
          expect(commands[i]?.name).toBe(severity === 'note' ? 'notice' : severity);
          expect(commands[i]?.properties).toMatchObject({ file: at.file, title: rule });
          expect(commands[i]?.data.startsWith(visible(message))).toBe(true);
        }
      }),
      { numRuns: 200, seed: 9 },
    );
  });

  it('name the worst first, and no columns for a range of several lines', () => {
    const at = (start: number, end: number) => ({ file: 'main.tf', start, end });
    const rule = 'duplicate-handler';
    const text = githubText(
      reportOf([
        { rule, severity: 'note', message: 'first', at: at(0, 6) },
        { rule, severity: 'error', message: 'second', at: at(0, 20), help: 'do this' },
      ]),
    );
    expect(text).toBe(
      '::error file=main.tf,line=1,endLine=2,title=duplicate-handler::second%0Ahelp: do this\n' +
        '::notice file=main.tf,line=1,endLine=1,col=1,endColumn=6,title=duplicate-handler::first\n',
    );
  });
});

describe('the text for people, in the log of a job', () => {
  it('holds no command of any runner', () => {
    fc.assert(
      fc.property(hostileReport, ({ findings, sources }) => {
        const lines = findingsText(findings, sources, style(false)).split('\n');
        expect(lines.filter((line) => commandOf(line) !== undefined)).toEqual([]);
        expect(lines.filter((line) => /##\w*\[/.test(line))).toEqual([]);
      }),
      { numRuns: 200, seed: 9 },
    );
  });
});
