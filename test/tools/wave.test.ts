/** The page of a wave in Chromium: its drawing is there, in light, dark, narrow and print, and nothing is objected to. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, launch, open, violations } from '../support/browser.js';
import { announceSkip } from '../support/terraform/tools.js';

const chromium = findChromium();
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
] as const;

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const DRAWN = `[...document.querySelectorAll('svg.wave path')].map((path) => {
  const { width, height } = path.getBoundingClientRect();
  return { width, height, paint: getComputedStyle(path).fill };
})`;

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly paint: string;
}

if (chromium === undefined) {
  const missing = 'no Chromium: install it, or say where it is with CHROMIUM';
  announceSkip('the page of a wave in a browser', missing);
  it.skip(`the page of a wave in a browser (SKIPPED: ${missing})`, () => {});
} else {
  let browser: Browser;
  let folder: string;

  const page = (name: string, ...args: string[]): string => {
    const { stdout } = spawnSync(
      process.execPath,
      ['dist/cli.js', 'simulate', ...args, '--format', 'html'],
      { encoding: 'utf8' },
    );
    const file = join(folder, `${name}.html`);
    writeFileSync(file, stdout);
    return pathToFileURL(file).href;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'interlock-wave-'));
    browser = await launch(chromium);
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  describe('the page of a wave', () => {
    it.each(LOOKS)('can be read, $colorScheme, $width wide', async (as) => {
      const url = page(
        'wave',
        'policies/payments-prod.yaml',
        '--nodes',
        '40',
        '--sweep',
        'replicas=2,10',
      );
      const { page: opened, complaints } = await open(browser, url, as);
      expect(await violations(opened)).toEqual([]);
      expect(await opened.evaluate(OVERFLOW)).toBe(0);
      const drawn = (await opened.evaluate(DRAWN)) as readonly Drawn[];
      expect(drawn).toHaveLength(3);
      for (const { width, height } of drawn) {
        expect(width).toBeGreaterThan(as.width / 2);
        expect(height).toBeGreaterThan(20);
      }
      expect(new Set(drawn.map(({ paint }) => paint)).size).toBe(3);
      expect(await opened.getByText('120 s: the nodes go').isVisible()).toBe(true);
      expect(complaints).toEqual([]);
      await opened.close();
    });

    it('keeps its colours and its numbers in print, on white', async () => {
      const { page: opened } = await open(
        browser,
        page('print', 'policies/payments-prod.yaml', '--nodes', '40'),
        { colorScheme: 'dark' },
      );
      await opened.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const body = await opened.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(body).toBe('rgb(255, 255, 255)');
      expect(await violations(opened)).toEqual([]);
      const pdf = await opened.pdf({ format: 'A4' });
      expect(pdf.length).toBeGreaterThan(10_000);
      await opened.close();
    });

    it('can be read where there is nothing to reclaim, and for several policies', async () => {
      const { page: opened, complaints } = await open(
        browser,
        page('several', 'policies/service-pool.yaml', 'policies/spot-fleet.yaml', '--nodes', '20'),
      );
      expect(await violations(opened)).toEqual([]);
      expect(complaints).toEqual([]);
      await opened.close();
    });
  });
}
