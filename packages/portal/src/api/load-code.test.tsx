import { expect, test } from 'vitest';
import { type CodeBrowser, loadCode } from './load-code.ts';

/** A browser whose network and storage the test holds. */
function browser(reaches: readonly boolean[], keeps = true) {
  const looks = [...reaches];
  const did: string[] = [];
  const kept = new Map<string, string>();
  const held: CodeBrowser & { nowMs: () => number } = {
    reaches: async () => looks.shift() ?? true,
    untilBack: async () => void did.push('waited'),
    reload: () => void did.push('reloaded'),
    kept: { get: (key) => kept.get(key) ?? null, set: (key, value) => keeps && kept.set(key, value).has(key) },
    nowMs: () => 1_000_000,
  };
  return { held, did };
}
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('code that arrives is handed on', async () => {
  const { held, did } = browser([]);
  await expect(loadCode(async () => 'code', held)).resolves.toBe('code');
  expect(did).toEqual([]);
});

test('without a portal it waits and tries again, as often as it takes', async () => {
  const { held, did } = browser([false, false]);
  let tries = 0;
  const load = async () => (++tries < 3 ? gone() : 'code');
  await expect(loadCode(load, held)).resolves.toBe('code');
  expect(did).toEqual(['waited', 'waited']);
});

test('code that is gone from a portal that answers: the page is loaded anew once, then the error stands', async () => {
  const { held, did } = browser([]);
  void loadCode(gone, held);
  await expect.poll(() => did).toEqual(['reloaded']);
  await expect(loadCode(gone, held)).rejects.toThrow('Failed to fetch');
  expect(did).toEqual(['reloaded']);
});

test('where nothing can be kept the page is not loaded anew: it could not be told that it was', async () => {
  const { held, did } = browser([], false);
  await expect(loadCode(gone, held)).rejects.toThrow('Failed to fetch');
  expect(did).toEqual([]);
});
