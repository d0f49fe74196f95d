/** Reports of hostile findings: every free text of them tries to break out of the medium it is written to. */
import fc from 'fast-check';
import type { Finding } from '../../src/diagnostics/finding.js';
import type { Report } from '../../src/report/report.js';
import { sourcesOf } from '../../src/report/sources.js';
import { RULES } from '../../src/rules/registry.js';

const PIECES = [
  ...[
    '\n',
    '\r',
    '\t',
    '\u0000',
    '\u001b[31m',
    '\u202e',
    '\ud800',
    '\uffff',
    '한',
    '😀',
    ' ',
    'a',
    '"',
  ],
  ...[
    '::error::',
    '::stop-commands::x',
    '##[error]',
    '##vso[task.setvariable]x',
    '%0A',
    '%',
    ',',
    ':',
  ],
  ...['<', '>', '&', '&amp;', "'", ']]>', '<!--', '-->', '</failure>', '<script>x</script>'],
  ...[
    '<img src=x onerror=x>',
    '</code>',
    '</details>',
    '|',
    '`',
    '```',
    '*',
    '**',
    '_',
    '~~',
    '\\',
  ],
  ...[
    '[a](https://example.com)',
    '![a](b)',
    '<https://example.com>',
    'https://example.com',
    'www.a.com',
  ],
  ...[
    '@team',
    '#12',
    'GH-3',
    'a@b.com',
    '$x$',
    '{0}',
    '{{',
    '${',
    '../',
    '/',
    'main.tf',
    '$',
    '- ',
    '# ',
  ],
];

export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));

const TEXT = 'module "a" {\n  enable_karpenter = true\r\n}\n';

const span = (file: string) =>
  fc
    .tuple(fc.nat(TEXT.length), fc.nat(TEXT.length))
    .map(([a, b]) => ({ file, start: Math.min(a, b), end: Math.max(a, b) }));

const finding = (file: string): fc.Arbitrary<Finding> =>
  fc.record(
    {
      rule: fc.constantFrom('duplicate-handler', 'unhandled-event'),
      severity: fc.constantFrom('error', 'warning', 'note'),
      message: hostileText,
      at: span(file),
      related: fc.array(fc.record({ at: span(file), message: hostileText }), { maxLength: 2 }),
      help: hostileText,
      pool: hostileText,
      cluster: hostileText,
      fix: fc.record({
        title: hostileText,
        safety: fc.constantFrom('safe', 'review'),
        edits: fc.array(fc.record({ at: span(file), text: hostileText }), { maxLength: 2 }),
      }),
    },
    { requiredKeys: ['rule', 'severity', 'message', 'at'] },
  );

/** A report of a few findings of one file, whose name is hostile as well. */
export const hostileReport: fc.Arbitrary<Report> = hostileText.chain((file) =>
  fc
    .array(finding(file), { minLength: 1, maxLength: 4 })
    .map((findings) => reportOf(findings, file)),
);

export const reportOf = (findings: readonly Finding[], file = 'main.tf', text = TEXT): Report => ({
  command: 'lint',
  findings,
  configurations: [],
  verdict: 'undetermined',
  complete: true,
  failOn: 'error',
  sources: sourcesOf(new Map([[file, text]])),
  rules: RULES,
  version: '1.2.3',
  judged: '1 configuration',
  quiet: '',
});
