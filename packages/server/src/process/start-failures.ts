import { join, resolve } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import { type Config, isProduction } from '../config/config.ts';
import { ConfigError } from '../config/variables.ts';
import { AssetStoreAway } from '../kernel/assets/asset-store.ts';
import { SERVICE_ROLE, StoreError } from '../kernel/database/database.ts';
import { damagedStore } from '../kernel/database/embedded/damaged-store.ts';
import { isStoreAway } from '../kernel/database/store-away.ts';
import { SEE } from '../tours/files/asset-place.ts';
import { filesOpenToOthers } from './open-files.ts';
import { loginOf } from './open-store.ts';

/** The service could not start, for an unexpected reason; the cause goes to the log. */
export class StartFailed extends Error {
  override name = 'StartFailed';
}

/** A system error of Node.js, or an error that the server sent. */
interface CodedError extends Error {
  readonly code?: unknown;
  readonly path?: unknown;
  /** PostgreSQL's own errors have one: `ERROR`, `FATAL`. */
  readonly severity?: unknown;
}

const FILE_CODES: Readonly<Record<string, string>> = {
  EACCES: 'this user may not. Give it to the user that runs the service',
  EPERM: 'this user may not. Give it to the user that runs the service',
  EROFS: 'its disk is read-only. Name a directory on another one',
  ENOSPC: 'its disk is full. Free some space, or name a directory on another one',
  EDQUOT: 'the quota of its disk is used up. Free some space, or name a directory on another one',
  EFBIG: 'this process may write no larger file. Lift the limit: ulimit -f unlimited',
  EMFILE: 'this process may open no more files. Allow it more: ulimit -n 1024',
  ENOTDIR: 'a part of the path is a file. Name a directory',
  EEXIST: 'a file is in its place. Remove it, or name another directory',
  EISDIR: 'a folder is in its place. Name another file',
  // Node.js says so of a read-only disk, too.
  ENOENT: 'a part of the path is missing, or its disk is read-only. Make it, or name another directory',
  ENAMETOOLONG: 'the path is too long. Name a shorter one',
  ELOOP: 'its links lead in a circle. Name a directory',
};

/** SQLSTATE read_only_sql_transaction: also what the embedded store is while its disk is full. */
const READ_ONLY = '25006';

/** SQLSTATE → what mends it, where PostgreSQL's own words do not say. */
const MENDS: Readonly<Record<string, string>> = {
  // serialization_failure and deadlock_detected
  '40001': 'Somebody changed the same at the same moment: run this again',
  '40P01': 'Somebody changed the same at the same moment: run this again',
  // lock_not_available
  '55P03': 'Another transaction holds what this needs: end it, or wait for its end, and run this again',
  // insufficient_privilege
  '42501': `Let DATABASE_URL's user own the database and be a member of ${SERVICE_ROLE}; in production, run \`openhouse migrate\` as the owner first`,
  // disk_full
  '53100': 'Give its disk room, then repeat this: what it reported as stored stays',
  // data_corrupted and index_corrupted
  XX001: 'Its files are damaged: see its own log and its disk, and restore the database from a backup',
  XX002: 'Its files are damaged: see its own log and its disk, and restore the database from a backup',
  [READ_ONLY]:
    'Name the primary in DATABASE_URL: this one is a replica, or its administrator lets nobody change anything',
};

const DAMAGED = ['XX001', 'XX002'];

/** Where the data lies. */
type StartedWith = Pick<Config, 'DATA_DIR'> & Parameters<typeof loginOf>[0];

/**
 * Describes an external reason for a failed start: a file, the database, a connection.
 * @returns The error itself when it is described already, or unknown.
 */
export function explained(error: unknown, config: StartedWith): unknown {
  const { DATA_DIR } = config;
  if (!(error instanceof Error) || error instanceof ConfigError || error instanceof StoreError) return error;
  if (error instanceof AssetStoreAway)
    return new StoreError(`The files of tours cannot be reached: ${error.message}. ${SEE}`, { cause: error });
  const { code, path, severity, message } = error as CodedError;
  if (typeof code !== 'string') return error;
  if (DAMAGED.includes(code) && loginOf(config) === undefined)
    return damagedStore(join(resolve(DATA_DIR), DATA_DIRECTORY.database), `is damaged: ${message}`, error);
  if (code === READ_ONLY && loginOf(config) === undefined)
    return new StoreError(
      `The disk of ${resolve(DATA_DIR)} is full, and the embedded store takes no changes. Free some space there, and repeat this.`,
      { cause: error },
    );
  if (severity !== undefined) {
    const mend = MENDS[code] ?? 'See its own log, and whether DATABASE_URL names the right database';
    return new StoreError(`PostgreSQL refuses: ${message} (SQLSTATE ${code}). ${mend}.`, { cause: error });
  }
  const file = FILE_CODES[code];
  if (file !== undefined && typeof path === 'string') {
    const isData = resolve(path).startsWith(resolve(DATA_DIR));
    return new ConfigError([`${isData ? 'DATA_DIR: ' : ''}${path} cannot be used (${code}): ${file}`]);
  }
  if (/^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|EHOST|ENET)/.test(code)) {
    const mend = 'See whether it runs, and whether DATABASE_URL names it.';
    return new StoreError(`The connection to the database failed (${code}). ${mend}`, { cause: error });
  }
  return error;
}

/** @returns The last line of a failed start: a sentence and its remedy, never a stack trace. */
export function startFailure(error: unknown, config: StartedWith): Error {
  const known = explained(error, config);
  if (known instanceof ConfigError || known instanceof StoreError || isWorkersFailed(known)) return known;
  const reason = known instanceof Error ? known.message : String(known);
  return new StartFailed(
    `The service cannot start: ${reason}. Nobody foresaw this: start it with LOG_LEVEL=debug and report the line "start failed".`,
    { cause: known },
  );
}

/**
 * SQLSTATEs of a user or password that is refused, of a database and of tables that are not there, of a right that is missing and
 * of damaged files: somebody mends those and starts the service again. A standby that is promoted, a disk that gets room and a lock
 * that is let go of are no such thing: who sees to them knows nothing of a service that waits for them.
 */
const TO_BE_MENDED = /^(28...|3D000|42P01|42501|XX00[12])$/;

/** Whether the database, the store of files, the key management system, a port or an address is only away: the same start may succeed later without anybody mending this service. */
export function isOnlyAway(error: unknown): boolean {
  if (error instanceof ConfigError) return error.mayPass;
  if (error instanceof StoreError) return isStoreAway(error) && !isToBeMended(error.cause);
  return isWorkersFailed(error) && error.isAway;
}

function isToBeMended(cause: unknown): boolean {
  const code = cause instanceof Error && (cause as CodedError).code;
  return typeof code === 'string' && TO_BE_MENDED.test(code);
}

/** Its message comes from a worker, which has called this already. */
const isWorkersFailed = (error: unknown): error is Error & { readonly isAway: boolean } =>
  error instanceof Error && error.name === 'WorkersFailed';

/** @throws {ConfigError} In production, naming every file of the data directory that others may read. */
export async function refuseOpenFiles(config: Config): Promise<void> {
  if (!isProduction(config)) return;
  const open = await filesOpenToOthers(config);
  if (open.length === 0) return;
  throw new ConfigError(
    open.map(({ path, mode, mend }) => `DATA_DIR: ${path} has mode ${mode}, so others can read it: ${mend}`),
  );
}
