/** Pages in a real browser: what the console says, and what axe finds for readers who cannot see or point. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** `CHROMIUM` in the environment, else where systems install it; undefined where there is none that runs. */
export function findChromium(): string | undefined {
  const { CHROMIUM } = process.env;
  const path = CHROMIUM ?? CANDIDATES.find(existsSync);
  if (path === undefined) return undefined;
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore' });
    return path;
  } catch {
    return undefined;
  }
}

/** As root in a container there is no sandbox to have, and without these it looks for hosts at each start. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ARGS });

export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the console, exceptions, and requests that leave the page's own folder. */
  readonly complaints: string[];
}

export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
}

export async function open(
  browser: Browser,
  url: string,
  { colorScheme = 'light', width = 1280 }: Look = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  page.on('console', (message) => {
    if (message.type() !== 'log') complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(folder) && !asked.startsWith('data:')) complaints.push(`asks ${asked}`);
  });
  await page.goto(url);
  return { page, complaints };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds, as lines; it runs in the page as the developer tools would run it. */
export async function violations(page: Page): Promise<readonly string[]> {
  const run = `${AXE};axe.run(document, { resultTypes: ['violations'], preload: false })`;
  const { violations: found } = (await page.evaluate(run)) as {
    readonly violations: readonly Violation[];
  };
  return found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
}
