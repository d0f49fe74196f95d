/** Markdown for reviews, rendered: text of users stays text, and a comment stays within what GitHub takes. */
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { markdownText } from '../../src/report/markdown.js';
import { code, prose } from '../../src/report/markdown-text.js';
import { memoryHost } from '../support/memory-host.js';
import { VALID } from '../support/policy.js';
import { hostileReport, hostileText, reportOf } from '../support/reports.js';

const GAP = /\u200b/g;
const render = (text: string) => {
  const html = marked.parse(text, { gfm: true, async: false });
  return new DOMParser({ onError: () => {} }).parseFromString(`<body>${html}</body>`, 'text/html');
};

const tagsOf = (text: string): ReadonlySet<string> =>
  new Set([...render(text).getElementsByTagName('*')].map(({ tagName }) => tagName.toLowerCase()));

/** What there is room for in a comment, and nothing that user text could bring in. */
const OURS = [
  'body',
  'h3',
  'ul',
  'li',
  'p',
  'strong',
  'code',
  'details',
  'summary',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];

describe('user text in Markdown', () => {
  it('renders as itself', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const written of [code(text), prose(text)]) {
          const shown = render(`- x ${written} y`);
          expect([...tagsOf(`- x ${written} y`)].filter((tag) => !OURS.includes(tag))).toEqual([]);
          const words = shown.documentElement?.textContent?.replace(GAP, '') ?? '';
          for (const word of text.match(/[a-z가-힣.-]{3,}/g) ?? []) expect(words).toContain(word);
        }
      }),
      { numRuns: 400, seed: 9 },
    );
  });

  it('mentions nobody, and refers to nothing', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        // GitHub makes mentions and references of rendered text that stands in no code.
        const page = render(prose(text));
        for (const one of [...page.getElementsByTagName('code')]) one.parentNode?.removeChild(one);
        expect(page.documentElement?.textContent ?? '').not.toMatch(/@\w|#\d|GH-\d/);
      }),
      { numRuns: 400, seed: 9 },
    );
  });
});

describe('the comment', () => {
  it('has only the markup that it is made of', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        expect([...tagsOf(markdownText(report))].filter((tag) => !OURS.includes(tag))).toEqual([]);
      }),
      { numRuns: 150, seed: 9 },
    );
  });

  it('is never longer than one may be, and says what it leaves out', () => {
    const at = { file: 'main.tf', start: 0, end: 1 };
    const findings = Array.from({ length: 2_000 }, (_, i) => ({
      rule: 'duplicate-handler',
      severity: 'error' as const,
      message: `"nth-${i}" and "karpenter" both drain nodes of "batch" on spot-interruption`,
      at,
    }));
    const text = markdownText(reportOf(findings));
    expect(text.length).toBeLessThan(65_536);
    const shown = text.match(/\*\*error\*\*/g)?.length ?? 0;
    expect(text).toContain(`There is no room here for ${2_000 - shown} more lines`);
  });

  it('of a proof shows the table', async () => {
    const host = memoryHost({ 'a.yaml': VALID });
    await run(host, ['prove', 'a.yaml', '--format', 'markdown']);
    const out = host.stdout();
    expect(out).toMatch(/^<!-- interlock -->\n### Interlock: proved\n/);
    expect(out).toContain(
      '| <code>web</code> | spot-interruption | <code>karpenter</code> (drain) | owned |',
    );
    expect(tagsOf(out)).toContain('table');
  });
});
