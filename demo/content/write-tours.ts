import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { tours } from './tours.ts';
import { TOURS } from './wire/committed.ts';
import { differencesOf, filesOfBundle, strangersIn } from './wire/files-of-bundle.ts';

/**
 * Writes the demo bundles: `npx tsx demo/content/write-tours.ts`. With `--check` it writes nothing and fails
 * when a committed file is not what it would write.
 */
const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

if (options.check) {
  const differences = tours.flatMap((bundle) => differencesOf(bundle, join(TOURS, bundle.code)));
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) {
    console.error('Run npx tsx demo/content/write-tours.ts and commit what it writes.');
    process.exitCode = 1;
  } else console.log(`${tours.length} demo tours are what the generator writes.`);
} else {
  for (const bundle of tours) {
    const folder = join(TOURS, bundle.code);
    const files = filesOfBundle(bundle);
    for (const path of strangersIn(bundle, folder)) rmSync(join(folder, path));
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
    console.log(`${bundle.code}: ${files.size} files, ${(bytes / 1024).toFixed(0)} KB`);
  }
}
