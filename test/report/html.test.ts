/** The HTML report: what it shows, that nothing of a user's text takes effect in it, and that it asks for nothing. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { html } from '../../src/report/html/markup.js';
import { STYLE, STYLE_HASH } from '../../src/report/html/style.js';
import { hostilePolicy } from '../support/hostile.js';
import { memoryHost } from '../support/memory-host.js';

interface Reported {
  readonly status: number;
  readonly text: string;
}

async function report(
  command: 'lint' | 'prove',
  files: Readonly<Record<string, string>>,
): Promise<Reported> {
  const host = memoryHost(files);
  const status = await run(host, [command, ...Object.keys(files), '--format', 'html']);
  return { status, text: host.stdout() };
}

const policy = readFileSync('policies/mixed-fleet.yaml', 'utf8');
const proved = report('prove', { 'mixed-fleet.yaml': policy });
const twice = report('prove', { 'a.yaml': policy, 'b.yaml': policy });
const CONFLICT = readFileSync('test/rules/duplicate-handler/fails.yaml', 'utf8');

/** Every tag of a page, as written. */
const tags = (text: string): readonly string[] => text.match(/<[^>]*>/g) ?? [];

/** Names of elements and attributes that a report may consist of. */
const ATTRIBUTE = /\s([a-z:-]+)(?:="[^"<>]*")?/g;
const vocabulary = (text: string): ReadonlySet<string> =>
  new Set(
    tags(text).flatMap((tag) => [
      /^<[/!]?[a-z0-9]+/.exec(tag)?.[0].replace('/', '') ?? tag,
      ...[...tag.matchAll(ATTRIBUTE)].map(([, name]) => `@${name}`),
    ]),
  );

/** Texts of any characters, among which those that mean something in HTML are as many as the rest. */
const HOSTILE = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '"', "'", '&', '=', '/', '`', '&lt;', '&#', '</p>', '-->'),
      fc.constantFrom('\u0000', '\n', '\t', '\u001b[31m', '\u202e', '\u2028', '\ud800', '\udc00'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

describe('a template', () => {
  it('lets no text out of the place that it is put into', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        const made = html`<p title="${text}">${text}</p>`.text;
        expect(tags(made)).toHaveLength(2);
        expect(made.match(/["']/g)).toHaveLength(2);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
        expect(made).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u202a-\u202e\u2066-\u2069]/);
        expect(made).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it('keeps pieces of HTML and lists of them', () => {
    const items = ['a<b', 'c'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}${undefined}</ul>`.text).toBe('<ul><li>a&lt;b</li><li>c</li></ul>');
  });
});

describe('the style sheet', () => {
  it('is the one that the policy of the page lets in', () => {
    const hash = createHash('sha256').update(STYLE).digest('base64');
    expect(STYLE_HASH).toBe(`sha256-${hash}`);
  });

  it('loads nothing and ends nowhere but at its end', () => {
    expect(STYLE).not.toMatch(/url\(|@import|</);
  });
});

describe('prove --format html', () => {
  it('shows pools by events, with the chain of every cell', async () => {
    const { status, text } = await proved;
    expect(status).toBe(0);
    expect(text).toContain('<th scope="col">spot-<wbr>interruption</th>');
    expect(text).toMatch(/<th scope="row"><span class="name">batch<\/span>/);
    const opened = [
      ...text.matchAll(/<button type="button" class="cell [a-z]+" popovertarget="([^"]+)"/g),
    ];
    expect(opened.length).toBeGreaterThan(15);
    for (const [, id] of opened) expect(text.split(`popover id="${id}"`)).toHaveLength(2);
  });

  it('draws the drains with their steps and deadlines', async () => {
    const { text } = await proved;
    expect(text).toContain('120 s: the instance goes');
    expect(text).toContain('pods get 90 s');
    expect(text).toMatch(/<rect class="step grace" x="[\d.]+%"/);
  });

  it('shows of a refuted proof both ways to the node', async () => {
    const { status, text } = await report('prove', { 'policy.yaml': CONFLICT });
    expect(status).toBe(1);
    expect(text).toMatch(/<h3>Counterexample<\/h3>\n<p>[^<]+ is answered twice/);
  });

  it('has no name twice', async () => {
    const { text } = await twice;
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is the same bytes for the same text', async () => {
    const again = await report('prove', { 'mixed-fleet.yaml': policy });
    expect(again.text).toBe((await proved).text);
  });

  it('says that there is nothing to judge', async () => {
    const { status, text } = await report('prove', { 'other.yaml': 'a: 1\n' });
    expect(status).toBe(1);
    expect(text).toContain('Nothing to judge');
  });
});

describe('lint --format html', () => {
  it('shows findings first, at their code, with the other end', async () => {
    const { status, text } = await report('lint', { 'policy.yaml': CONFLICT });
    expect(status).toBe(1);
    expect(text.indexOf('<h2 id="findings">')).toBeLessThan(text.indexOf('class="matrix"'));
    expect(text).toMatch(/<article class="finding error">/);
    expect(text).toContain('duplicate-handler');
    expect(text).toMatch(/<pre class="code subject"><code><span class="line"><i>\d+<\/i>/);
  });

  it('cuts what is too long to be read', async () => {
    const long = `apiVersion: interlock/v1\nkind: InterruptionPolicy\nbad: ${'x'.repeat(100_000)}\n`;
    const { text } = await report('lint', { 'policy.yaml': long });
    expect(text.length).toBeLessThan(60_000);
  });
});

describe('a report', () => {
  const known = async (): Promise<ReadonlySet<string>> => {
    const texts = await Promise.all([
      proved,
      report('lint', { 'policy.yaml': policy }),
      report('lint', { 'policy.yaml': CONFLICT }),
      twice,
    ]);
    return new Set(texts.flatMap(({ text }) => [...vocabulary(text)]));
  };

  it('has no script, no handler, no inline style and no address', async () => {
    const { text } = await report('lint', { 'policy.yaml': policy, 'b.yaml': CONFLICT });
    const names = [...vocabulary(text)];
    expect(
      names.filter((name) =>
        /^<(?:script|iframe|object|form|img|base)|^@(?:on|style$|src)/.test(name),
      ),
    ).toEqual([]);
    expect(tags(text).filter((tag) => /(?:https?:)?\/\//.test(tag))).toEqual([]);
    expect(text).toContain('default-src &#39;none&#39;');
  });

  it('consists of the same elements and attributes whatever texts are in it', async () => {
    const words = await known();
    for (const seed of [1, 2]) {
      const hostile = hostilePolicy(200, seed).text;
      const name = '"><script>alert(1)</script>';
      for (const command of ['prove', 'lint'] as const) {
        const { text } = await report(command, { [`${name}.yaml`]: hostile });
        expect([...vocabulary(text)].filter((one) => !words.has(one))).toEqual([]);
        expect(text).toContain('&lt;script&gt;');
      }
    }
  });
});
