import type { Socket } from 'node:net';

/** All connections are read into this: what is read is dealt with before the next read. As large as Node's own reads. */
const shared = Buffer.allocUnsafeSlow(64 * 1024);

/** The names under which a socket keeps the buffer of its `onread` option and the function that is told of a read. */
let names: readonly [buffer: symbol, callback: symbol] | undefined;

function namesOf(socket: Socket): readonly [symbol, symbol] | undefined {
  const symbols = Object.getOwnPropertySymbols(socket);
  const buffer = symbols.find(({ description }) => description === 'kBuffer');
  const callback = symbols.find(({ description }) => description === 'kBufferCb');
  return buffer === undefined || callback === undefined ? undefined : [buffer, callback];
}

/**
 * Reads a connection that a server has accepted. Its bytes are lent: whoever keeps any of them copies them.
 *
 * Node gives 64 KB of new memory to every read, a tenth of what a small call costs. It spares those who make a socket
 * themselves (the `onread` option) but not a server; so the option is set here, on the socket that the server has made.
 * Where Node does not know it by these names, the bytes come as usual (decision 0071).
 *
 * @param onBytes Not told of anything after the returned function was called.
 * @returns Ends it.
 */
export function readBorrowed(socket: Socket, onBytes: (bytes: Buffer) => void): () => void {
  names ??= namesOf(socket);
  const handle = Reflect.get(socket, '_handle') as { useUserBuffer?: (buffer: Buffer) => void } | null;
  if (names === undefined || typeof handle?.useUserBuffer !== 'function') {
    socket.on('data', onBytes);
    return () => socket.off('data', onBytes);
  }
  const [buffer, callback] = names;
  let isRead = true;
  const onRead = (length: number) => {
    if (isRead) onBytes(shared.subarray(0, length));
    return true;
  };
  Reflect.set(socket, buffer, shared);
  Reflect.set(socket, callback, onRead);
  handle.useUserBuffer(shared);
  return () => {
    isRead = false;
  };
}
