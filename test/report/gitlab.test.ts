/** GitLab's Code Quality: what it needs of each issue, and paths as it knows them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitlabText } from '../../src/report/gitlab.js';
import { hostileReport, reportOf } from '../support/reports.js';

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

describe('Code Quality', () => {
  it('has a fingerprint, a line and a severity that GitLab knows for every finding', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const issues = JSON.parse(gitlabText(report)) as readonly Issue[];
        expect(issues.length).toBe(report.findings.length);
        expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
        for (const issue of issues) {
          expect(issue.fingerprint).toMatch(/^[0-9a-f]{16}$/);
          expect(['info', 'minor', 'major', 'critical', 'blocker']).toContain(issue.severity);
          expect(issue.location.lines.begin).toBeGreaterThan(0);
          expect(issue.description).not.toMatch(/(?!\t)\p{Cc}/u);
        }
      }),
      { numRuns: 100, seed: 9 },
    );
  });

  it('names files from the root of the repo', () => {
    const at = { file: './infra/main.tf', start: 0, end: 1 };
    const report = reportOf([{ rule: 'duplicate-handler', severity: 'error', message: 'x', at }]);
    expect(JSON.parse(gitlabText(report))).toMatchObject([
      { severity: 'critical', location: { path: 'infra/main.tf', lines: { begin: 1 } } },
    ]);
  });

  it('is an empty list where nothing is found', () => {
    expect(gitlabText(reportOf([]))).toBe('[]\n');
  });
});
