/**
 * The report and the playground in Chromium: nothing in the console, nothing
 * that axe objects to, light and dark, wide and narrow, by keyboard alone.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, launch, open, violations } from '../support/browser.js';
import { hostilePolicy } from '../support/hostile.js';
import { announceSkip } from '../support/terraform/tools.js';

const chromium = findChromium();
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const;

/** Pixels by which a page is wider than the window. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const SOON = { timeout: 20_000 };

if (chromium === undefined) {
  const missing = 'no Chromium: install it, or say where it is with CHROMIUM';
  announceSkip('pages in a browser', missing);
  it.skip(`pages in a browser (SKIPPED: ${missing})`, () => {});
} else {
  let browser: Browser;
  let folder: string;

  /** Findings are what a report is about, so the exit status is not. */
  const report = (name: string, ...args: string[]): string => {
    const file = join(folder, `${name}.html`);
    const command = ['dist/cli.js', ...args, '--format', 'html'];
    const { stdout } = spawnSync(process.execPath, command, { maxBuffer: 64 * 1024 * 1024 });
    writeFileSync(file, stdout);
    return pathToFileURL(file).href;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'interlock-pages-'));
    browser = await launch(chromium);
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const look = async (args: readonly string[], as: (typeof LOOKS)[number]): Promise<void> => {
    const { page, complaints } = await open(browser, report('report', ...args), as);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  };

  it.each(LOOKS)('a report can be read, $colorScheme, $width wide', (as) =>
    look(['lint', 'examples/together/7-group-names'], as),
  );

  describe('a report', () => {
    it.each([
      ['of proofs', ['prove', 'policies/mixed-fleet.yaml', 'policies/payments-prod.yaml']],
      ['of several configurations', ['prove', 'examples/together']],
      ['of nothing', ['prove', 'docs/decisions']],
      ['of a wave', ['simulate', 'policies/payments-prod.yaml']],
    ])('%s can be read', (_, args) => look(args, LOOKS[0]));

    it('opens and closes the chain of a cell by keyboard', async () => {
      const url = report('keys', 'prove', 'policies/mixed-fleet.yaml');
      const { page, complaints } = await open(browser, url);
      const cell = page.locator('button.cell').first();
      const panel = page.locator(`[id="${await cell.getAttribute('popovertarget')}"]`);
      await cell.focus();
      await page.keyboard.press('Enter');
      expect(await panel.isVisible()).toBe(true);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.className')).toBe('close');
      await page.keyboard.press('Escape');
      expect(await panel.isVisible()).toBe(false);
      expect(await page.evaluate('document.activeElement.className')).toContain('cell');
      expect(complaints).toEqual([]);
    });

    it('prints every chain', async () => {
      const { page } = await open(browser, report('print', 'prove', 'policies/mixed-fleet.yaml'));
      await page.emulateMedia({ media: 'print' });
      const panels = page.locator('.panel');
      const count = await panels.count();
      expect(count).toBeGreaterThan(10);
      expect(await panels.nth(count - 1).isVisible()).toBe(true);
    });

    it('runs nothing that stands in a text', async () => {
      const file = join(folder, 'hostile.yaml');
      const { text } = hostilePolicy(100, 3);
      writeFileSync(file, text.replace('name: hostile', 'name: <img src=x onerror=alert(1)>'));
      const { page, complaints } = await open(browser, report('hostile', 'lint', file));
      expect(await page.locator('script, img, iframe').count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  });

  describe('the playground', () => {
    const url = pathToFileURL(resolve('docs/playground/index.html')).href;
    beforeAll(() => {
      execFileSync(process.execPath, ['scripts/playground.mjs']);
    });

    it.each(LOOKS)('shows every example, $colorScheme, $width wide', async (look) => {
      const { page, complaints } = await open(browser, url, look);
      const examples = await page
        .locator('#example option')
        .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
      expect(examples.length).toBeGreaterThan(3);
      for (const example of examples) {
        await page.selectOption('#example', example);
        await page.locator('body:not(.busy)').waitFor();
        expect(await page.locator('table.matrix').count()).toBe(1);
        expect(await page.evaluate(OVERFLOW)).toBe(0);
        expect(await violations(page)).toEqual([]);
      }
      expect(complaints).toEqual([]);
      await page.close();
    });

    it('judges what is typed, and leads from a finding to its line', async () => {
      const { page, complaints } = await open(browser, url);
      const status = page.locator('#status');
      await page.selectOption('#example', 'twice');
      await expect.poll(() => status.textContent(), SOON).toMatch(/^refuted/);
      const main = await page.locator('#text').inputValue();
      await page.locator('#text').fill(main.replace('"false"', '"true"'));
      await expect.poll(() => status.textContent(), SOON).toMatch(/^proved/);
      await page.locator('#text').fill(main.replace('enable_karpenter ', 'enable_karpentre '));
      const place = page.locator('.finding .goto').first();
      await expect.poll(() => place.textContent(), SOON).toMatch(/^main\.tf:\d+/);
      await place.click();
      expect(await page.evaluate('document.activeElement.id')).toBe('text');
      expect(complaints).toEqual([]);
    });

    it('follows an event', async () => {
      const { page, complaints } = await open(browser, url);
      await page.selectOption('#example', 'twice');
      await page.selectOption('#event', 'ec2-spot-interruption-warning-terminate');
      const trace = page.locator('.trace pre');
      await expect.poll(() => trace.textContent(), SOON).toMatch(/karpenter/);
      expect(await page.locator('#text').inputValue()).toContain('"detail-type"');
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('takes more files, and takes them away', async () => {
      const { page } = await open(browser, url);
      await page.selectOption('#example', 'policy');
      await page.click('#add');
      await page.keyboard.type('nodepools.yaml');
      await page.keyboard.press('Enter');
      expect(await page.locator('[role=tab]').allTextContents()).toEqual([
        'policy.yaml',
        'nodepools.yaml',
      ]);
      await page.locator('[role=tab][aria-selected=true]').focus();
      await page.keyboard.press('ArrowLeft');
      expect(await page.locator('#text').inputValue()).toContain('InterruptionPolicy');
      await page.click('#remove');
      expect(await page.locator('[role=tab]').allTextContents()).toEqual(['nodepools.yaml']);
    });
  });
}
