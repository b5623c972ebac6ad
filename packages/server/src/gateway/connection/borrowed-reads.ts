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
 * Reads a connection that a server has accepted. Its bytes are lent: whoever keeps any of them copies them. They are the
 * first `length` of `memory`, for a view of them alone would cost as much as finding the end of a request.
 *
 * Node gives 64 KB of new memory to every read, a tenth of what a small call costs. It spares those who make a socket
 * themselves (the `onread` option) but not a server; so the option is set here, on the socket that the server has made.
 * Where Node does not know it by these names, the bytes come as usual (decision 0071).
 *
 * @param onRead Not told of anything after the returned function was called.
 * @returns Ends it.
 */
export function readBorrowed(socket: Socket, onRead: (memory: Buffer, length: number) => void): () => void {
  names ??= namesOf(socket);
  const handle = Reflect.get(socket, '_handle') as { useUserBuffer?: (buffer: Buffer) => void } | null;
  if (names === undefined || typeof handle?.useUserBuffer !== 'function') {
    const onData = (bytes: Buffer) => onRead(bytes, bytes.length);
    socket.on('data', onData);
    return () => socket.off('data', onData);
  }
  const [buffer, callback] = names;
  let isRead = true;
  const onShared = (length: number) => {
    if (isRead) onRead(shared, length);
    return true;
  };
  Reflect.set(socket, buffer, shared);
  Reflect.set(socket, callback, onShared);
  handle.useUserBuffer(shared);
  return () => {
    isRead = false;
  };
}
