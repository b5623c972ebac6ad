// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { languages } from '../languages/messages.ts';

const script = readFileSync(join(import.meta.dirname, '../../public/color-scheme.js'), 'utf8');
const root = document.documentElement;

/** Runs the file as the page does, before anything else. */
function runScript(browser: { readonly dark: boolean; readonly language: string; readonly storage: () => Storage }) {
  const run = new Function('document', 'localStorage', 'matchMedia', 'navigator', script);
  const storage = { getItem: (key: string) => browser.storage().getItem(key) };
  run(document, storage, () => ({ matches: browser.dark }), { language: browser.language });
  return [root.getAttribute('data-mantine-color-scheme'), root.lang];
}

afterEach(() => {
  localStorage.clear();
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  vi.restoreAllMocks();
});

test.each([
  // stored scheme, stored language, system dark, browser language → shown
  [null, null, false, 'en-GB', ['light', 'en']],
  [null, null, true, 'zh-CN', ['dark', 'zh']],
  ['auto', null, true, 'de', ['dark', 'en']],
  ['light', 'zh', true, 'en', ['light', 'zh']],
  ['dark', 'en', false, 'zh-TW', ['dark', 'en']],
  ['neon', 'tlh', false, 'fr', ['light', 'en']],
])('stored %s and %s, system dark %s, browser %s', (scheme, language, dark, browserLanguage, shown) => {
  if (scheme !== null) localStorage.setItem('openhouse-color-scheme', scheme);
  if (language !== null) localStorage.setItem('openhouse-language', language);
  expect(runScript({ dark, language: browserLanguage, storage: () => localStorage })).toEqual(shown);
});

test('storage that is switched off leaves the system and the browser to decide', () => {
  const refuse = () => {
    throw new DOMException('Access is denied.', 'SecurityError');
  };
  expect(runScript({ dark: true, language: 'zh', storage: refuse })).toEqual(['dark', 'zh']);
});

test.each(Object.keys(languages))('knows the language %s, as the portal does', (language) => {
  localStorage.setItem('openhouse-language', language);
  expect(runScript({ dark: false, language: 'en', storage: () => localStorage })).toEqual(['light', language]);
});
