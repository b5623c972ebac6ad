import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createConnection, createServer, type ListenOptions, type Server } from 'node:net';
import { delimiter, join } from 'node:path';

/** Set to 1, tests that lack a service fail instead of being skipped. */
export const servicesRequired = process.env.OPENHOUSE_REQUIRE_SERVICES === '1';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** @returns Folders that may hold a service's programs: PGBIN, PATH, then Debian's PostgreSQL versions, newest first. */
function programFolders(): string[] {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const debian = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_POSTGRES, version, 'bin'));
  return [process.env.PGBIN ?? '', ...(process.env.PATH ?? '').split(delimiter), ...debian].filter(Boolean);
}

/** @returns The first folder that holds every one of the programs. */
export function folderWith(...programs: string[]): string | undefined {
  return programFolders().find((folder) => programs.every((program) => existsSync(join(folder, program))));
}

/** @returns Path of Redis's or Valkey's server, or undefined when there is none. */
export function redisProgram(): string | undefined {
  const name = ['redis-server', 'valkey-server'].find((program) => folderWith(program) !== undefined);
  const folder = name === undefined ? undefined : folderWith(name);
  return name === undefined || folder === undefined ? undefined : join(folder, name);
}

/** Below the ports that the system gives to connections, which take any of theirs between the look and the use. */
const [LOWEST_PORT, HIGHEST_PORT] = [11_000, 32_000];
/** Ports that this process has given away, where the system keeps no list of them. */
const given = new Set<number>();

/**
 * @returns A loopback port that is free now, and that no test of this machine gets until this process has ended: those of another
 *   worker and of another checkout look for ports at the same time.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (given.has(port) || !(await reserve(port))) continue;
    given.add(port);
    const look = await listening({ port, host: '127.0.0.1' });
    if (look === undefined) continue;
    look.close();
    await once(look, 'close');
    return port;
  }
}

/** A name that the system knows while the process runs, and in the network that the ports are of; Linux alone has such names. */
async function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const held = await listening({ path: `\0openhouse test port ${port}` });
  return held?.unref() !== undefined;
}

/** @returns Undefined where somebody else has the address. */
async function listening(options: ListenOptions): Promise<Server | undefined> {
  const server = createServer().listen(options);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'EADDRINUSE') return undefined;
    throw error;
  }
}

/** @returns Whom to start PostgreSQL as, which refuses root; empty when this process is somebody else. */
export function unprivilegedUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
}

/** Starts a program that ends with this process at the latest. */
export function startProgram(program: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/** Ends one program and waits until it is gone. */
export async function stopProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

/** Whether something on this machine takes connections at the port. */
export function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
