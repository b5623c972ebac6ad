import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connects, folderWith, freePort, startProgram, stopProgram, unprivilegedUser } from './processes.ts';

/** A throwaway PgBouncer on a loopback port. */
export interface PgBouncer {
  /** @returns The address of a database of its server, through it. */
  through(url: string): string;
  stop(): Promise<void>;
}

const START_WAIT_MS = 10_000;
const POLL_MS = 20;
/** Ends it at once. */
const IMMEDIATE_SHUTDOWN = 'SIGTERM';

/** @returns Path of the program, or undefined when there is none. */
export function pgbouncerProgram(): string | undefined {
  const folder = folderWith('pgbouncer');
  return folder === undefined ? undefined : join(folder, 'pgbouncer');
}

/**
 * Starts it before a server.
 * @param url Of the server; its user and password are used towards it.
 * @param poolSize Connections to the server, for each user and database.
 * @param others Addresses of others who may log in.
 * @param mode What a client keeps a connection for.
 * @param settings More lines of its configuration.
 */
export async function startPgBouncer(
  program: string,
  url: string,
  poolSize: number,
  others: readonly string[] = [],
  mode: 'transaction' | 'statement' = 'transaction',
  settings: readonly string[] = [],
): Promise<PgBouncer> {
  const server = new URL(url);
  const user = unprivilegedUser();
  const home = await mkdtemp(join(tmpdir(), 'openhouse-pgbouncer-'));
  const port = await freePort();
  const users = join(home, 'users');
  const config = join(home, 'pgbouncer.ini');
  const logins = [server, ...others.map((other) => new URL(other))];
  const lines = logins.map(({ username, password }) => `"${username}" "${password}"\n`);
  await writeFile(users, lines.join(''), { mode: 0o600 });
  await writeFile(
    config,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 200
${settings.join('\n')}
`,
  );
  if (user.uid !== undefined) await Promise.all([home, users, config].map((path) => chown(path, user.uid, user.gid)));
  const child = startProgram(program, ['-q', config], { ...user, cwd: home, stdio: 'ignore' });
  const deadline = Date.now() + START_WAIT_MS;
  while (!(await connects(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('pgbouncer did not start.');
    await sleep(POLL_MS);
  }
  return {
    through(address) {
      const through = new URL(address);
      through.port = String(port);
      return through.toString();
    },
    stop: async () => {
      await stopProgram(child, IMMEDIATE_SHUTDOWN);
      await rm(home, { recursive: true, force: true });
    },
  };
}
