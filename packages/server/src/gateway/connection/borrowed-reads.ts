import type { Socket } from 'node:net';

/** Buffer of all connections: a read is processed completely before the next one. As large as Node's own reads. */
const shared = Buffer.allocUnsafeSlow(64 * 1024);

/** The symbols under which a socket keeps the buffer and the callback of its `onread` option. */
let names: readonly [buffer: symbol, callback: symbol] | undefined;

function namesOf(socket: Socket): readonly [symbol, symbol] | undefined {
  const symbols = Object.getOwnPropertySymbols(socket);
  const buffer = symbols.find(({ description }) => description === 'kBuffer');
  const callback = symbols.find(({ description }) => description === 'kBufferCb');
  return buffer === undefined || callback === undefined ? undefined : [buffer, callback];
}

/**
 * Reads an accepted connection into shared memory: the callback must copy whatever it keeps. The bytes are the first
 * `length` of `memory`; creating a view of them would cost as much as finding the end of a request. Node allocates 64
 * KB for every read, a tenth of the cost of a small call. The `onread` option avoids that for sockets one creates, but
 * a server cannot set it; so it is set here, on the accepted socket. Where Node does not know these symbols, the bytes
 * arrive as usual (decision 0071).
 * @param onRead Not called any more after the returned function was called.
 * @returns Stops reading.
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
