import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { folderWith, freePort, startProgram, stopProgram, unprivilegedUser } from './processes.ts';

/** A throwaway PostgreSQL server on a loopback port. */
export interface PostgresServer {
  /** Its superuser's address, without a database: append `/name`. */
  readonly url: string;
  /** Ends every connection and starts again with the same data on the same port. */
  restart(): Promise<void>;
  /** Ends every connection, and takes none until `start()`. */
  halt(): Promise<void>;
  /** Ends it without a shutdown, as a crash does: what was not written is recovered from its log by `start()`. */
  crash(): Promise<void>;
  /** Stops its processes where they are, and lets them go on. */
  freeze(isFrozen: boolean): Promise<void>;
  /** Starts it again with the same data on the same port. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

const START_ATTEMPTS = 3;
const START_WAIT_MS = 30_000;
const POLL_MS = 50;
/** Asks PostgreSQL for a fast shutdown: connections are ended, data is whole. */
const FAST_SHUTDOWN = 'SIGINT';
/** Its processes end at once, without a checkpoint. */
const IMMEDIATE_SHUTDOWN = 'SIGQUIT';

// Throwaway: speed before safety. 200 connections are enough for every test file at once.
const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'shared_buffers=64MB', 'autovacuum=off'];

/** @returns Folder of PostgreSQL's server programs, or undefined when there are none. */
export const postgresPrograms = (): string | undefined => folderWith('initdb', 'postgres');

/**
 * Makes a cluster and starts it.
 * @param otherwise Settings that win over those for tests, `name=value` each.
 * @param made What initdb is told besides, such as where its write-ahead log is to lie.
 */
export async function startPostgres(
  programs: string,
  otherwise: readonly string[] = [],
  made: readonly string[] = [],
): Promise<PostgresServer> {
  const user = unprivilegedUser();
  const home = await mkdtemp(join(tmpdir(), 'openhouse-postgres-'));
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(home, 'password');
  const cluster = join(home, 'cluster');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) await Promise.all([home, passwordFile].map((path) => chown(path, user.uid, user.gid)));
  const initdb = ['-D', cluster, '-U', 'postgres', '-A', 'password', `--pwfile=${passwordFile}`, '-E', 'UTF8', '-N'];
  await promisify(execFile)(join(programs, 'initdb'), [...initdb, '--locale=C', ...made], { ...user, cwd: home });

  let server: ChildProcess;
  let port = 0;
  const url = () => `postgres://postgres:${password}@127.0.0.1:${port}`;
  const start = async () => {
    const args = ['-D', cluster, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'];
    const options = ['unix_socket_directories=', ...settings, ...otherwise].flatMap((setting) => ['-c', setting]);
    server = startProgram(join(programs, 'postgres'), [...args, ...options], { ...user, cwd: home });
    await ready(server, `${url()}/postgres`);
  };
  for (let attempt = 1; ; attempt++) {
    port = await freePort();
    try {
      await start();
      break;
    } catch (error) {
      // Somebody may have taken the port meanwhile.
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
  return {
    url: url(),
    restart: async () => {
      await stopProgram(server, FAST_SHUTDOWN);
      await start();
    },
    halt: () => stopProgram(server, FAST_SHUTDOWN),
    crash: () => stopProgram(server, IMMEDIATE_SHUTDOWN),
    freeze: (isFrozen) => signalAll(server, isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    start,
    stop: async () => {
      await stopProgram(server, FAST_SHUTDOWN);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  let output = '';
  server.stderr?.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-2000);
  });
  const deadline = Date.now() + START_WAIT_MS;
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      if (server.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${output}`);
      await sleep(POLL_MS);
    }
  }
}

/** Signals the server's first process and all that it has started. */
async function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (pid === undefined) throw new Error('PostgreSQL is not running');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const one of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
    try {
      process.kill(one, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
