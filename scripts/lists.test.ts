import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhookEvents } from '@openhouse/contract';
import { expect, test } from 'vitest';
import { languages } from '../packages/portal/src/languages/messages.ts';
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
