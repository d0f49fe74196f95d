/** The playground says what the command says, of the same texts. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { judgeTexts, type Shown } from '../../src/playground/judge.js';
import { hostilePolicy } from '../support/hostile.js';
import { memoryHost } from '../support/memory-host.js';

const judge = (files: Readonly<Record<string, string>>): Promise<Shown> =>
  judgeTexts({
    files: new Map(Object.entries(files)),
    today: '2026-11-30',
    hclParser: memoryHost().hclParser,
  });

const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&gt;': '>', '&#39;': "'" };

const read = (file: string): string => readFileSync(file, 'utf8');

const TEXTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a policy', { 'policy.yaml': read('examples/shop.yaml') }],
  ['Terraform', { 'main.tf': read('examples/together/1-flags-alone/main.tf') }],
  [
    'Terraform with manifests',
    {
      'main.tf': read('examples/together/3-tag-check-off/main.tf'),
      'web.yaml': read('examples/together/3-tag-check-off/web.yaml'),
    },
  ],
  ['a text that is nothing', { 'policy.yaml': '%%%' }],
  ['no text at all', { 'policy.yaml': '' }],
];

describe('the playground', () => {
  it.each(TEXTS)('shows of %s what the report of prove shows', async (_, files) => {
    const host = memoryHost(files);
    await run(host, ['prove', ...Object.keys(files), '--format', 'html']);
    const { html, verdict } = await judge(files);
    expect(host.stdout()).toContain(html);
    expect(host.stdout()).toMatch(new RegExp(`<p class="verdict [a-z]+">.*${verdict}`));
  });

  it('takes findings back by comment, as lint does', async () => {
    const main = read('examples/together/3-tag-check-off/main.tf');
    const files = { 'web.yaml': read('examples/together/3-tag-check-off/web.yaml') };
    const comment = '# interlock-ignore duplicate-handler: on purpose\nmodule "eks_addons"';
    const quiet = await judge({
      ...files,
      'main.tf': main.replace('module "eks_addons"', comment),
    });
    expect((await judge({ ...files, 'main.tf': main })).html).toContain('>duplicate-handler<');
    expect(quiet.html).not.toContain('>duplicate-handler<');
  });

  it('follows an event that is among the texts, as trace does', async () => {
    const files = {
      'main.tf': read('examples/together/2-with-a-group/main.tf'),
      'event.json': read('test/fixtures/events/ec2-spot-interruption-warning-terminate.json'),
    };
    const host = memoryHost(files);
    await run(host, ['trace', 'event.json', '--in', 'main.tf']);
    const { html, verdict } = await judge(files);
    const block = html.slice(0, html.indexOf('</pre>')).replace(/<[^>]*>/g, '');
    const shown = block.replace(/&(?:quot|gt|#39);/g, (entity) => ENTITIES[entity] ?? entity);
    expect(shown).toContain(host.stdout().trimEnd());
    expect(verdict).toBe('proved');
  });

  it('puts no markup of a text into the page', async () => {
    const { html } = await judge({ '<script>.yaml': hostilePolicy(100, 8).text });
    expect(html).not.toMatch(/<script|<img|\son[a-z]+=/);
  });
});
