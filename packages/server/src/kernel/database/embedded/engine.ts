import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { descriptorLimit, fileSizeLimit } from '../../process-limits.ts';
import { StoreError } from '../database.ts';
import { damagedStore } from './damaged-store.ts';

/** The embedded PostgreSQL: protocol bytes in, protocol bytes out, one session, on the calling thread. */
export interface Engine {
  /** @throws When the engine is dead; it must not be used again. */
  execute(messages: Uint8Array): Uint8Array;
  close(): Promise<void>;
}

/** Major version of the PostgreSQL inside the pinned PGlite 0.5.16. */
const POSTGRES_MAJOR = '18';

// PGlite's default of 128 MB costs 327 MB of memory instead of 191 MB; the kernel caches the files as well.
const SHARED_BUFFERS = 'shared_buffers=8MB';

/** What the embedded PostgreSQL is started with. */
export const ENGINE_START_PARAMS = [...PGlite.defaultStartParams, '-c', SHARED_BUFFERS];

/**
 * Opens the store in a directory, which is created and initialised when missing. The caller holds the directory's lock.
 */
export async function openEngine(directory: string): Promise<Engine> {
  refuseLowLimits(directory);
  await refuseOtherVersion(directory);
  const opening = PGlite.create({ dataDir: directory, startParams: [...ENGINE_START_PARAMS, ...fewFiles()] });
  return engineOver(await opening.catch((cause: unknown) => Promise.reject(unopened(directory, cause))));
}

/** Descriptors without which the engine cannot open its files beside ours: it takes 64 at least. */
const LEAST_DESCRIPTORS = 128;
const MEBIBYTE = 1024 * 1024;
/** A segment of its log has 16 MiB; where a table cannot grow any more, the engine refuses that by itself. */
const LEAST_FILE_BYTES = 32 * MEBIBYTE;

/** Beyond them the engine fails in its own words, or in an endless loop. */
function refuseLowLimits(directory: string): void {
  const descriptors = descriptorLimit();
  if (descriptors !== undefined && descriptors < LEAST_DESCRIPTORS)
    throw new StoreError(
      `The embedded store in ${directory} needs ${LEAST_DESCRIPTORS} open files, and this process may open ${descriptors}. Allow it more: ulimit -n 1024.`,
    );
  const bytes = fileSizeLimit();
  if (bytes !== undefined && bytes < LEAST_FILE_BYTES)
    throw new StoreError(
      `The embedded store in ${directory} writes files of ${LEAST_FILE_BYTES / MEBIBYTE} MiB and more, and this process may write ${Math.floor(bytes / MEBIBYTE)} MiB into one. Lift that limit: ulimit -f unlimited.`,
    );
}

/** Limit of descriptors below which the engine keeps few of its files open. */
const FEW_DESCRIPTORS = 1024;

/** By default it keeps a thousand files open: where a process may open few, callers could not connect. */
const fewFiles = (): string[] =>
  (descriptorLimit() ?? FEW_DESCRIPTORS) < FEW_DESCRIPTORS ? ['-c', 'max_files_per_process=64'] : [];

/** One sentence for everything the engine says about damaged files. */
const damaged = (directory: string, cause?: unknown): StoreError =>
  damagedStore(directory, 'cannot be opened: its files are damaged', cause);

/** What JavaScript throws where the system gives no memory, or no addresses. */
const NO_MEMORY = /out of memory|could not allocate|cannot allocate/i;

/** Files that are whole must not be taken for damaged ones: somebody would move them away. */
function unopened(directory: string, cause: unknown): StoreError {
  if (!(cause instanceof RangeError && NO_MEMORY.test(cause.message))) return damaged(directory, cause);
  return new StoreError(
    `The embedded store in ${directory} cannot be opened: the system gives this process no memory for it. Its files are as they were. Free some memory, or lift the limit of this process: ulimit -v unlimited.`,
    { cause },
  );
}

/** @returns The engine of an open PGlite, which must not be used otherwise. */
export function engineOver(pglite: PGlite): Engine {
  return {
    execute: (messages) => pglite.execProtocolRawSync(messages),
    close: () => pglite.close(),
  };
}

/** For a directory of another major version, PGlite says only "failed to initialize properly". */
async function refuseOtherVersion(directory: string): Promise<void> {
  const file = join(directory, 'PG_VERSION');
  if (!existsSync(file)) {
    // The engine would create a new store among the remains of the old one.
    if (existsSync(directory) && (await readdir(directory)).length > 0) throw damaged(directory);
    return;
  }
  const found = (await readFile(file, 'utf8')).trim();
  if (found === POSTGRES_MAJOR) return;
  if (!/^\d+$/.test(found)) throw damaged(directory);
  throw new StoreError(
    `The embedded store in ${directory} was written by PostgreSQL ${found}; this program has PostgreSQL ${POSTGRES_MAJOR} and cannot read it. ` +
      'Export its tours with the program version that wrote it, move the directory away, start again and import them.',
  );
}
