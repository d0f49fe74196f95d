/** GitLab's Code Quality report: the subset of Code Climate's format that merge requests show. */
import type { Severity } from '../diagnostics/finding.js';
import { positionAt } from '../source/text.js';
import { fingerprintsOf } from './fingerprint.js';
import type { Report } from './report.js';
import { visible } from './terminal.js';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'minor',
  note: 'info',
};

export function gitlabText({ findings, sources }: Report): string {
  const fingerprints = fingerprintsOf(findings);
  const issues = findings.map((finding) => {
    const { at, rule, severity, message, help } = finding;
    const source = sources(at.file);
    return {
      type: 'issue',
      check_name: rule,
      description: visible(help === undefined ? message : `${message} (help: ${help})`),
      categories: ['Bug Risk'],
      severity: SEVERITIES[severity],
      fingerprint: fingerprints.get(finding),
      location: {
        path: at.file.replace(/^(?:\.\/)+/, ''),
        lines: {
          begin: positionAt(source, at.start).line,
          end: positionAt(source, at.end).line,
        },
      },
    };
  });
  return `${JSON.stringify(issues, null, 2)}\n`;
}
