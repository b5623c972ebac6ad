import type { Socket } from 'node:net';

/** One write, as Node's own streams make it. */
interface WriteRequest {
  /** Called when a write that took longer than the call is complete. @param status Negative for an error. */
  oncomplete?: (status: number) => void;
  /** Keeps the bytes in memory meanwhile. */
  buffer?: Buffer;
}

/** The parts of a socket's handle that are used. They are Node's own and no promise. */
interface Handle {
  /** @returns Zero, or a negative number for an error. */
  writeBuffer(request: WriteRequest, bytes: Buffer): number;
  /** Bytes that the system has not taken yet. */
  readonly writeQueueSize: number;
}

/** Node's class of a request: undefined until the first write of the process, null where Node writes otherwise. */
let requestClass: (new () => WriteRequest) | null | undefined;

/**
 * Writes to an accepted connection, past its stream: what the stream does around a write is a twentieth and more
 * of the cost of a small call. Where Node writes otherwise than is known here, or something still waits in the stream,
 * the bytes go through it (decision 0071).
 *
 * @param bytes Must not change until the system has taken them.
 * @param onTaken Called when it has, if this returned false; not when the connection breaks before.
 * @returns Whether the system has taken all of them already.
 */
export function writeDirectly(socket: Socket, bytes: Buffer, onTaken: () => void): boolean {
  const { _handle: handle } = socket as unknown as { readonly _handle: Handle | null };
  if (handle === null || requestClass === null || socket.writableLength > 0) {
    return writeThroughStream(socket, bytes, onTaken);
  }
  if (requestClass === undefined) return learnFrom(handle, () => writeThroughStream(socket, bytes, onTaken));
  // One for each write: a request may be under way, for its callback alone, although nothing is queued any more.
  const request = new requestClass();
  if (handle.writeBuffer(request, bytes) < 0) {
    socket.destroy();
    return true;
  }
  if (handle.writeQueueSize === 0) return true;
  request.buffer = bytes;
  request.oncomplete = (status) => {
    if (status < 0) socket.destroy();
    else onTaken();
  };
  return false;
}

/** Watches what a stream hands to its handle: Node has no other place where the class of a request can be had. */
function learnFrom(handle: Handle, write: () => boolean): boolean {
  requestClass = null;
  const { writeBuffer } = handle;
  if (typeof writeBuffer !== 'function' || typeof handle.writeQueueSize !== 'number') return write();
  handle.writeBuffer = (request, bytes) => {
    requestClass = request.constructor as new () => WriteRequest;
    return writeBuffer.call(handle, request, bytes);
  };
  try {
    return write();
  } finally {
    Reflect.deleteProperty(handle, 'writeBuffer');
  }
}

function writeThroughStream(socket: Socket, bytes: Buffer, onTaken: () => void): boolean {
  let isTaken = false;
  socket.write(bytes, (error) => {
    // For a socket that was destroyed meanwhile Node reports no error.
    if (!isTaken && !error && !socket.destroyed) onTaken();
  });
  isTaken = socket.writableLength === 0;
  return isTaken;
}
