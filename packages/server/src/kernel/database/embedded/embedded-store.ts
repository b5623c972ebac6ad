import { chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA_DIRECTORY } from '@openhouse/contract';
import { Client, type ClientConfig } from 'pg';
import { type Database, type EmbeddedOptions, StoreError } from '../database.ts';
import { APPLICATION_NAME, createPool, SERVICE_ROLE_OPTION } from '../pool.ts';
import { type LockHolder, tryLock } from './directory-lock.ts';
import { type DiskRoom, diskRoom, freeBytes, LEAST_ROOM_BYTES } from './disk-room.ts';
import { openEngine } from './engine.ts';
import { inMemoryStreams } from './in-memory-stream.ts';
import { borrowedSocket, canLendAt, isLent, lend } from './lending.ts';
import { EmbeddedSession } from './session.ts';

const MEBIBYTE = 1024 * 1024;
/** How long to wait for a process that holds the lock and does not lend yet (it opens or closes), in milliseconds. */
const LENDER_WAIT_MS = 10_000;
/** The same where no process can lend: long enough for one that closes. */
const CLOSING_WAIT_MS = 1000;
/** Bounds of the delay between two attempts, in milliseconds; random, so that two processes do not stay in step. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 100];

/**
 * Opens the embedded store of a data directory, or borrows it from the live process that has it open (decision 0012).
 * @throws {StoreError} When another process has it and does not lend it, or another version wrote it.
 */
export async function openEmbedded(
  options: EmbeddedOptions,
  onConnectionLost?: (error: Error) => void,
): Promise<Database> {
  const directory = resolve(options.directory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const socket = join(directory, 'database.sock');
  const deadline = performance.now() + (canLendAt(socket) ? LENDER_WAIT_MS : CLOSING_WAIT_MS);
  for (;;) {
    const attempt = await tryLock(join(directory, 'database.lock'));
    if ('release' in attempt) return own(options, socket, attempt.release, onConnectionLost);
    if (canLendAt(socket) && (await isLent(socket))) return borrow(socket, onConnectionLost);
    if (attempt.heldBy.life === 'unknown' || performance.now() > deadline) throw inUse(directory, attempt.heldBy);
    await sleep(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS));
  }
}

async function own(
  { directory: given, onDiskFull = () => {} }: EmbeddedOptions,
  socket: string,
  release: () => Promise<void>,
  onConnectionLost?: (error: Error) => void,
): Promise<Database> {
  try {
    const directory = resolve(given);
    const files = join(directory, DATA_DIRECTORY.database);
    // PGlite's files are readable for everybody (0666); the folder around them is not.
    await mkdir(files, { recursive: true, mode: 0o700 });
    await chmod(files, 0o700);
    const room = diskRoom(onDiskFull, () => freeBytes(files));
    refuseFullDisk(directory, room);
    const session = await EmbeddedSession.open(() => openEngine(files), { isDiskFull: room.isFull });
    const stopLending = canLendAt(socket) ? await lend(session, socket) : async () => {};
    const database = { ...databaseOf(session, onConnectionLost), isDiskFull: () => room.isFull() };
    return closingAfter(database, async () => {
      await session.close();
      await stopLending();
      await release();
    });
  } catch (error) {
    await release();
    throw error;
  }
}

/** Starting writes, and would loop forever on a full disk. */
function refuseFullDisk(directory: string, room: DiskRoom): void {
  if (!room.isFull()) return;
  const free = Math.floor((freeBytes(directory) ?? 0) / MEBIBYTE);
  throw new StoreError(
    `The embedded store needs ${LEAST_ROOM_BYTES / MEBIBYTE} MiB of free disk space to start, and ${free} MiB are free where ${directory} lies. Free some space, or name a directory on a larger disk in DATA_DIR.`,
  );
}

/** @returns The store of a session of this process, which sees every statement that is sent to it. */
export function databaseOf(session: EmbeddedSession, onConnectionLost?: (error: Error) => void): Database {
  return { ...databaseOver(() => connectTo(session), false, onConnectionLost), served: () => session.served };
}

function borrow(socket: string, onConnectionLost?: (error: Error) => void): Database {
  return databaseOver(() => borrowedSocket(socket), true, onConnectionLost);
}

/** @returns The client's end of a new connection to the session, for `pg`. */
export function connectTo(session: EmbeddedSession): Duplex {
  const [near, far] = inMemoryStreams();
  session.attach(far);
  return near;
}

/**
 * @returns The store behind streams of the PostgreSQL protocol; one connection at a time, because it has one session.
 */
function databaseOver(stream: () => Duplex, borrowed: boolean, onConnectionLost?: (error: Error) => void): Database {
  // Every setting is given, so that no PG… variable of the environment counts.
  const config: ClientConfig = {
    stream,
    user: 'postgres',
    database: 'postgres',
    host: 'embedded',
    password: '',
    ssl: false,
    application_name: APPLICATION_NAME,
  };
  const pool = createPool({ ...config, max: 1, idleTimeoutMillis: 0, options: SERVICE_ROLE_OPTION }, onConnectionLost);
  const connectAsOwner = async () => {
    const client = new Client({ ...config, options: '-c search_path=public' });
    client.on('error', onConnectionLost ?? (() => {}));
    await client.connect();
    return client;
  };
  return closingAfter({ pool, kind: 'embedded', borrowed, connectAsOwner, close: () => pool.end() }, async () => {});
}

/** @returns The database with something more to close after its pool; a second call waits for the first. */
export function closingAfter(database: Database, then: () => Promise<void>): Database {
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= database.close().then(then);
    return closing;
  };
  return { ...database, close };
}

function inUse(directory: string, { identity, life, file }: LockHolder): StoreError {
  const holder = `process ${identity.pid}${life === 'unknown' ? ` of ${identity.host}` : ''}`;
  return new StoreError(
    `The embedded store in ${directory} is in use by ${holder}, which does not lend it. Stop that process and try again. ` +
      `If it is certain that it does not run, delete ${file}.`,
  );
}
