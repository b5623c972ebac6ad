import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { launchChromium } from './browser.ts';
import { demoDataDirectory } from './demo-data-directory.ts';
import { type RunningService, startService } from './service.ts';
import { RUNNING } from './shared-directory.ts';

let service: Promise<RunningService> | undefined;
let chromium: Promise<Browser> | undefined;

/**
 * The service as it stands after a first start, with its defaults. It goes on for all suites of one worker that ask for
 * it, so they leave the demo's Team, apps and tours as they found them; it ends with the run.
 */
export function demoService(): Promise<RunningService> {
  service ??= start();
  return service;
}

/** A Chromium for all suites of one worker; each opens contexts of its own, and closes them. It ends with the worker. */
export function sharedChromium(): Promise<Browser> {
  chromium ??= launchChromium();
  return chromium;
}

async function start(): Promise<RunningService> {
  const { path } = await demoDataDirectory(inject('sharedDirectory'));
  const running = await startService(path);
  await writeFile(join(inject('sharedDirectory'), RUNNING, String(running.process.pid)), '');
  return running;
}
