import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { StoreError } from '../database.ts';

/** The embedded PostgreSQL: protocol bytes in, protocol bytes out, one session, on the calling thread. */
export interface Engine {
  /** @throws When the engine is dead; it must not be used again then. */
  execute(messages: Uint8Array): Uint8Array;
  close(): Promise<void>;
}

/** Major version of the PostgreSQL inside the pinned PGlite 0.5.16. */
const POSTGRES_MAJOR = '18';

// PGlite's default of 128 MB costs 327 MB of memory instead of 191 MB; the kernel caches the files as well.
const SHARED_BUFFERS = 'shared_buffers=8MB';

/** What the embedded PostgreSQL is started with. */
export const ENGINE_START_PARAMS = [...PGlite.defaultStartParams, '-c', SHARED_BUFFERS];

/** Opens the store in a directory, which is made and initialised when missing. The caller holds the directory's lock. */
export async function openEngine(directory: string): Promise<Engine> {
  await refuseOtherVersion(directory);
  return engineOver(await PGlite.create({ dataDir: directory, startParams: ENGINE_START_PARAMS }));
}

/** @returns The engine that an open PGlite is; nobody else may use that PGlite. */
export function engineOver(pglite: PGlite): Engine {
  return {
    execute: (messages) => pglite.execProtocolRawSync(messages),
    close: () => pglite.close(),
  };
}

/** PGlite says only "failed to initialize properly" for a directory of another major version. */
async function refuseOtherVersion(directory: string): Promise<void> {
  const file = join(directory, 'PG_VERSION');
  if (!existsSync(file)) return;
  const found = (await readFile(file, 'utf8')).trim();
  if (found === POSTGRES_MAJOR) return;
  throw new StoreError(
    `The embedded store in ${directory} was written by PostgreSQL ${found}; this program has PostgreSQL ${POSTGRES_MAJOR} and cannot read it. ` +
      'Export its tours with the program version that wrote it, move the directory away, start again and import them.',
  );
}
