import { chmod, rm } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { StoreError } from '../database.ts';
import type { EmbeddedSession } from './session.ts';

// sun_path holds 104 bytes on macOS and 108 on Linux, with the terminating zero; Node silently truncates longer ones.
const SOCKET_PATH_BYTES = 103;

/** Whether a Unix socket can have this path. */
export function canLendAt(path: string): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(path) <= SOCKET_PATH_BYTES;
}

/**
 * Lends a session to other processes of the same user at a Unix socket (decision 0012).
 * @param path In a directory of mode 0700; a socket left by a dead process is replaced, so the caller must hold the
 *   lock.
 * @returns Ends the lending; call it when the session is closed.
 */
export async function lend(session: EmbeddedSession, path: string): Promise<() => Promise<void>> {
  await rm(path, { force: true });
  const borrowers = new Set<Socket>();
  const server = createServer((socket) => {
    borrowers.add(socket);
    socket.on('close', () => borrowers.delete(socket));
    session.attach(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of borrowers) socket.destroySoon();
    });
}

/** @returns A socket for `pg` that connects to the lender, whatever address `pg` is given. */
export function borrowedSocket(path: string): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  socket.connect = () => connect({ path });
  const emit = socket.emit.bind(socket);
  socket.emit = (event: string | symbol, ...rest: unknown[]) =>
    event === 'error' ? emit('error', lenderGone(rest[0])) : emit(event, ...rest);
  return socket;
}

/** @returns Whether a process answers at the socket. */
export function isLent(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new Socket();
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.connect({ path });
  });
}

/** Keeps the system's `code`, which `pg` reads. */
function lenderGone(cause: unknown): StoreError {
  const error = new StoreError(
    'The process that held the embedded store has ended. What was committed is kept; run this again.',
    { cause },
  );
  return Object.assign(error, { code: cause instanceof Error && 'code' in cause ? cause.code : undefined });
}
