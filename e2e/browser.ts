import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** False where Debian's Chromium is not installed; suites then say in their names that they were skipped. */
export const hasChromium = existsSync(CHROMIUM) || process.env.OPENHOUSE_REQUIRE_SERVICES === '1';

/** Draws WebGL on the processor, which any machine has. */
export const softwareWebGl: LaunchOptions = { args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] };

/** How long an element or a page is waited for: a bound for what hangs, ten times what a loaded machine takes. */
export const PATIENCE_MS = 180_000;

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless Chromium that speaks to nobody but the pages it is sent to. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({
    ...options,
    executablePath: CHROMIUM,
    args: [...(options.args ?? []), ...ARGUMENTS],
  });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

/** The same for one person, who has set it to block all cookies. @param folder Where it keeps what it has; empty. */
export async function chromiumWithoutCookies(folder: string): Promise<BrowserContext> {
  const preferences = join(folder, 'Default', 'Preferences');
  await mkdir(dirname(preferences), { recursive: true });
  const BLOCKED = 2;
  await writeFile(preferences, JSON.stringify({ profile: { default_content_setting_values: { cookies: BLOCKED } } }));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: ARGUMENTS,
    locale: 'en-GB',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}
