// `node scripts/write-decoders.mjs`: makes the decoders of the viewer from those that three.js brings. They come as scripts
// for `importScripts`; bundlers, and pages without one, import modules.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decoders, moduleOf } from './decoders/as-module.mjs';

const checkout = fileURLToPath(new URL('..', import.meta.url));

for (const decoder of decoders) {
  await writeFile(join(checkout, decoder.module), await moduleOf(decoder, checkout));
  console.log(`written ${decoder.module}`);
}
