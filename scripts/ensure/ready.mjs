import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, staleBuild } from './build.mjs';
import { Failure } from './failure.mjs';
import { install, staleInstall } from './install.mjs';
import { withLock } from './lock.mjs';

const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Installs and builds what is stale in this checkout; says nothing when nothing is.
 * @param {{ build: boolean }} options
 * @returns {Promise<number>} The exit code.
 */
export async function ensureReady(options) {
  const stale = () => staleInstall(checkout) ?? (options.build ? staleBuild(checkout) : undefined);
  if (stale() === undefined) return 0;
  try {
    await withLock(join(checkout, '.ensure-lock'), async () => {
      // Asked again: whoever held the lock may have done the work.
      const installReason = staleInstall(checkout);
      if (installReason !== undefined) await install(checkout, installReason);
      const buildReason = options.build ? staleBuild(checkout) : undefined;
      if (buildReason !== undefined) await build(checkout, buildReason);
    });
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\n${error.message}`);
    return 1;
  }
}
