import { type Kept, keptInTab } from './kept.ts';

/** Key under which a reload because of missing code is noted, so that pages do not reload for ever. */
const RELOADED_AT = 'openhouse-reloaded-at';
/** Sooner than this after such a loading another one would not help. */
const RELOAD_AGAIN_MS = 30_000;
/** How often a portal that cannot be reached is looked for. */
const LOOK_AGAIN_MS = 3_000;

/** What loading code needs of the browser. */
export interface CodeBrowser {
  /** @returns Whether the portal answers at all. */
  readonly reaches: () => Promise<boolean>;
  /** Resolves when the network is back, or when it is time to look again. */
  readonly untilBack: () => Promise<void>;
  readonly reload: () => void;
  readonly kept: Pick<Kept, 'get' | 'set'>;
  readonly nowMs: () => number;
}

/**
 * Loads code of the pages. Without a network it waits for one. Code that is gone while the portal answers was replaced
 * by a newer version: the page is loaded anew and gets that, once.
 * @throws What the import throws when neither helps.
 */
export async function loadCode<Code>(load: () => Promise<Code>, browser: CodeBrowser = thisBrowser): Promise<Code> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(await browser.reaches())) {
        await browser.untilBack();
        continue;
      }
      const last = Number(browser.kept.get(RELOADED_AT) ?? 0);
      if (browser.nowMs() - last < RELOAD_AGAIN_MS) throw error;
      // What cannot be noted would be done for ever.
      if (!browser.kept.set(RELOADED_AT, String(browser.nowMs()))) throw error;
      browser.reload();
      // Nothing shows in the meantime.
      return new Promise(() => {});
    }
  }
}

const thisBrowser: CodeBrowser = {
  async reaches() {
    try {
      return (await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' })).status < 500;
    } catch {
      return false;
    }
  },
  untilBack: () =>
    new Promise((resolve) => {
      const timer = setTimeout(done, LOOK_AGAIN_MS);
      window.addEventListener('online', done, { once: true });
      function done() {
        clearTimeout(timer);
        window.removeEventListener('online', done);
        resolve();
      }
    }),
  reload: () => window.location.reload(),
  kept: keptInTab,
  nowMs: Date.now,
};
