import { type ChildProcess, execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PostgresServer } from './postgres-server.ts';
import { connects, freePort, startProgram, stopProgram, unprivilegedUser } from './processes.ts';

/** A server that follows another one by streaming. */
export interface StreamingReplica {
  /** Its superuser's address, without a database. */
  readonly url: string;
  /** Ends it, with every connection. */
  halt(): Promise<void>;
  /** Starts it again, with what it had. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const FAST_SHUTDOWN = 'SIGINT';
const POLL_MS = 50;
const START_WAIT_MS = 30_000;

/** @param programs Folder of PostgreSQL's programs, `pg_basebackup` among them. */
export async function startReplica(primary: Pick<PostgresServer, 'url'>, programs: string): Promise<StreamingReplica> {
  const user = unprivilegedUser();
  const home = await mkdtemp(join(tmpdir(), 'openhouse-replica-'));
  const cluster = join(home, 'server', 'cluster');
  await mkdir(join(home, 'server'));
  for (const at of [home, join(home, 'server')]) {
    if (user.uid !== undefined) await chown(at, user.uid, user.gid);
  }
  // --write-recovery-conf makes it a standby of the server that it copies.
  const copy = ['-d', `${primary.url}/postgres`, '-D', cluster, '-X', 'stream', '--checkpoint=fast', '-R'];
  await promisify(execFile)(join(programs, 'pg_basebackup'), copy, { ...user, cwd: home });
  const port = await freePort();
  // As many connections as the primary at least, or it does not follow.
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'fsync=off'];
  const args = ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  let server: ChildProcess;
  const start = async () => {
    server = startProgram(join(programs, 'postgres'), args, { ...user, cwd: home, stdio: 'ignore' });
    const deadline = Date.now() + START_WAIT_MS;
    while (!(await connects(port))) {
      if (server.exitCode !== null || Date.now() > deadline) throw new Error('The replica did not start.');
      await sleep(POLL_MS);
    }
  };
  await start();
  return {
    url: Object.assign(new URL(primary.url), { port: String(port) }).href.replace(/\/$/, ''),
    halt: () => stopProgram(server, FAST_SHUTDOWN),
    start,
    stop: async () => {
      await stopProgram(server, FAST_SHUTDOWN);
      await rm(home, { recursive: true, force: true });
    },
  };
}
