// `npm run pack:test`: packs every package into artefacts/packages, lists what comes with them, installs these tarballs in
// an empty directory and tests them there. A release publishes exactly these files.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureReady } from './ensure/ready.mjs';
import { packPackages, publishedPackages } from './release/packages.mjs';
import { writeSbom } from './release/sbom.mjs';
import { checkout } from './test/checks.mjs';
import { closingLine } from './test/outcome.mjs';
import { runVitest } from './test/vitest.mjs';

const destination = join(checkout, 'artefacts/packages');

if ((await ensureReady({ build: true })) === 0) {
  rmSync(destination, { recursive: true, force: true });
  mkdirSync(destination, { recursive: true });
  const tarballs = await packPackages(checkout, destination);
  for (const tarball of tarballs) console.log(`packed ${tarball}`);
  const version = publishedPackages(checkout)[0]?.version ?? '';
  console.log(`listed ${await writeSbom(version, tarballs, destination)}`);
  process.env.OPENHOUSE_TARBALLS = destination;
  const outcome = await runVitest([
    '--mode=heavy',
    'e2e/packed-install.heavy.test.ts',
    'e2e/packed-samples.heavy.test.ts',
    'e2e/reproducible.heavy.test.ts',
    'e2e/sdk-runtimes.heavy.test.ts',
    'e2e/viewer/next.heavy.test.ts',
  ]);
  console.log(`\n${closingLine(outcome)}`);
  process.exitCode = outcome.failed === 0 && outcome.passed > 0 ? 0 : 1;
} else {
  process.exitCode = 1;
}
