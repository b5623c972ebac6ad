import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portalFailures, webhookEvents } from '@openhouse/contract';
import { expect, test } from 'vitest';
import { languages } from '../packages/portal/src/languages/messages.ts';
import { variables } from '../packages/server/src/config/config.ts';
import { wordsOf } from '../packages/viewer/src/words.ts';

/* Lists that have to be written a second time: what is missing in one would be missed by nobody. */

test.each(['docs/guides/webhooks.md', 'docs/guides/zh/webhooks.md'])('%s has a row for each event', (path) => {
  const guide = readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const rows = [...guide.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gm)].map(([, event]) => event);
  expect(rows).toEqual([...webhookEvents, 'webhook.test']);
});

test('the viewer speaks each language of the pages', () => {
  const spoken = Object.keys(languages).map((tag) => wordsOf(tag).loading);
  expect(new Set(spoken).size).toBe(Object.keys(languages).length);
});

const root = join(import.meta.dirname, '..');
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file));
/** Names that programs beside ours have, words that stand for a value, and what compose alone is told. */
const OF_OTHERS =
  /^(?:AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|(?:HTTPS?|ALL|NO)_PROXY|NODE_\w+|LC_ALL|LC_MESSAGES|YOUR_APP_KEY|RESOURCE_CODE|CUSTOM_ELEMENTS_SCHEMA|(?:DATABASE|FILES)_PASSWORD)$/;

test('the guides name no variable that there is not', () => {
  const ofCommands = filesIn('packages/cli/src', /\.ts$/)
    .concat(filesIn('packages/sdk/src', /\.ts$/))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const isKnown = (name: string) =>
    name in variables ||
    name.replace(/_FILE$/, '') in variables ||
    name in portalFailures ||
    OF_OTHERS.test(name) ||
    (name.startsWith('OPENHOUSE_') && ofCommands.includes(name));
  const pages = [...filesIn('docs/guides', /\.md$/), 'deploy/README.md', 'SECURITY.md', 'README.md'];
  const unknown = pages.flatMap((page) => {
    // Rows of settings that are refused or warned about show misspelt ones.
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/^\| `[A-Z_]+=.*$|^```[\s\S]*?^```$/gm, '');
    const named = [...text.matchAll(/`[^`\n]+`/g)].flatMap(
      ([code]) => code.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [],
    );
    return named.filter((name) => !isKnown(name)).map((name) => `${page}: ${name}`);
  });
  expect(unknown).toEqual([]);
});
