import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** False where Debian's Chromium is not installed; suites then say in their names that they were skipped. */
export const hasChromium = existsSync(CHROMIUM) || process.env.OPENHOUSE_REQUIRE_SERVICES === '1';

/** Draws WebGL on the processor, which any machine has. */
export const softwareWebGl: LaunchOptions = { args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] };

/** How long an element or a page is waited for: a bound for what hangs, ten times what a loaded machine takes. */
export const PATIENCE_MS = 180_000;

/** A headless Chromium that speaks to nobody but the pages it is sent to. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({
    ...options,
    executablePath: CHROMIUM,
    args: [
      ...(options.args ?? []),
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}
