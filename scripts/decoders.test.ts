import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decoders, moduleOf } from './decoders/as-module.mjs';
import { checkout } from './test/tracked-files.ts';

test('a site has the licences of the decoders, which no bundler finds', async () => {
  const [kept, inSites] = await Promise.all(
    ['decoders/LICENCES.md', 'site/public/viewer/licences-of-decoders.md'].map((path) =>
      readFile(join(checkout, 'packages/viewer', path), 'utf8'),
    ),
  );
  expect(inSites).toBe(kept);
});

test.each(decoders)('$module is made of what the pinned three.js brings', async (decoder) => {
  const kept = await readFile(join(checkout, decoder.module), 'utf8');
  // A message with half a megabyte helps nobody.
  expect((await moduleOf(decoder, checkout)) === kept, 'run node scripts/write-decoders.mjs').toBe(true);
});
