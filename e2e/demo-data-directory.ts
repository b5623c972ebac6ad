import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { newDataDirectory, startService } from './service.ts';

/** How long another worker may take to make the first one, in milliseconds. */
const PATIENCE_MS = 300_000;

/**
 * A data directory as a first start and an orderly stop leave it: keys, the embedded store, the demo's tours. The first
 * suite of a run that asks has it made; all get copies. A first start takes several times what a later one does.
 * @param inside Where the copy lies; in the system's directory for temporary files by default.
 */
export async function demoDataDirectory(inside?: string): Promise<Awaited<ReturnType<typeof newDataDirectory>>> {
  const shared = inject('sharedDirectory');
  const deadline = performance.now() + PATIENCE_MS;
  const directory = await newDataDirectory(inside);
  for (;;) {
    try {
      await cp(join(shared, 'made'), directory.path, { recursive: true });
      return directory;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    if (await claim(shared)) await make(shared);
    else if (performance.now() > deadline) throw new Error(`no demo data directory was made in ${shared}`);
    else await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** @returns Whether this worker is the one that makes it: making a directory succeeds once. */
async function claim(shared: string): Promise<boolean> {
  try {
    await mkdir(join(shared, 'claimed'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function make(shared: string): Promise<void> {
  const unfinished = join(shared, 'unfinished');
  try {
    const service = await startService(unfinished);
    const code = await service.stop();
    if (code !== 0) throw new Error(`the service ended with ${code}:\n${service.said()}`);
    // Whole or not there: others copy it as soon as it has its name.
    await rename(unfinished, join(shared, 'made'));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    await rm(join(shared, 'claimed'), { recursive: true });
    throw error;
  }
}
