import type { Browser, LaunchOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from './browser.ts';
import { demoDataDirectory } from './demo-data-directory.ts';
import { type RunningService, startService } from './service.ts';

/**
 * A service of the suite's own, over a copy of the demo's data; it ends with the suite. Use it inside tests and hooks.
 * @param settings Environment beyond the defaults, or what makes it in the data directory.
 */
export function useDemoService(
  settings: NodeJS.ProcessEnv | ((dataDirectory: string) => Promise<NodeJS.ProcessEnv>) = {},
): RunningService {
  let directory: Awaited<ReturnType<typeof demoDataDirectory>> | undefined;
  return useService(
    async () => {
      directory = await demoDataDirectory();
      const more = typeof settings === 'function' ? await settings(directory.path) : settings;
      return startService(directory.path, more);
    },
    async () => directory?.remove(),
  );
}

/** A service that `start` starts before the suite; it ends with the suite, before `remove` is called. */
export function useService(start: () => Promise<RunningService>, remove = async () => {}): RunningService {
  let running: RunningService | undefined;
  const now = () => {
    if (running === undefined) throw new Error('The suite has no service yet: use it inside a test or a hook.');
    return running;
  };
  beforeAll(async () => {
    running = await start();
  });
  afterAll(async () => {
    await running?.stop();
    await remove();
  });
  return {
    get process() {
      return now().process;
    },
    get dataDirectory() {
      return now().dataDirectory;
    },
    get env() {
      return now().env;
    },
    get operatorUrl() {
      return now().operatorUrl;
    },
    get demo() {
      return now().demo;
    },
    said: () => now().said(),
    stop: () => now().stop(),
  };
}

/** A Chromium of the suite's own; it ends with the suite. Use it inside tests and hooks. */
export function useChromium(options?: LaunchOptions): Pick<Browser, 'newContext' | 'newPage'> {
  let running: Browser | undefined;
  const now = () => {
    if (running === undefined) throw new Error('The suite has no Chromium yet: use it inside a test or a hook.');
    return running;
  };
  beforeAll(async () => {
    running = await launchChromium(options);
  });
  afterAll(() => running?.close());
  return {
    newContext: (...context) => now().newContext(...context),
    newPage: (...context) => now().newPage(...context),
  };
}
