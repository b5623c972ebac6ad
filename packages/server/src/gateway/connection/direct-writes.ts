import type { Socket } from 'node:net';

/** One write, as Node's own streams make it. */
interface WriteRequest {
  /** Told when a write that took longer than the call is over. @param status Negative for an error. */
  oncomplete?: (status: number) => void;
  /** Keeps the bytes in memory meanwhile. */
  buffer?: Buffer;
}

/** What the handle of a socket offers; the names are Node's own and no promise. */
interface Handle {
  /** @returns Zero, or a negative number for an error. */
  writeBuffer(request: WriteRequest, bytes: Buffer): number;
  /** Bytes that the system has not taken yet. */
  readonly writeQueueSize: number;
}

/** Node's class of a request: undefined until the first write of the process, null where Node writes otherwise. */
let requestClass: (new () => WriteRequest) | null | undefined;
/** The next request. One whose write was over at once was not looked at, so it serves again. */
let spare: WriteRequest | undefined;

/**
 * Writes to a connection that a server has accepted, past its stream: what the stream does around a write is a twentieth
 * of what a small call costs. Where Node writes otherwise than is known here, or something still waits in the stream, the
 * bytes go through it (decision 0071).
 *
 * @param bytes Left alone until the system has taken them.
 * @param onTaken Told when it has, if this gave false; not when the connection breaks before.
 * @returns Whether the system has taken all of them already.
 */
export function writeDirectly(socket: Socket, bytes: Buffer, onTaken: () => void): boolean {
  const { _handle: handle } = socket as unknown as { readonly _handle: Handle | null };
  if (handle === null || requestClass === null || socket.writableLength > 0) {
    return writeThroughStream(socket, bytes, onTaken);
  }
  if (requestClass === undefined) return learnFrom(handle, () => writeThroughStream(socket, bytes, onTaken));
  const request = spare ?? new requestClass();
  spare = request;
  if (handle.writeBuffer(request, bytes) < 0) {
    socket.destroy();
    return true;
  }
  if (handle.writeQueueSize === 0) return true;
  spare = undefined;
  request.buffer = bytes;
  request.oncomplete = (status) => {
    if (status < 0) socket.destroy();
    else onTaken();
  };
  return false;
}

/** Sees what a stream gives its handle to write. Node has no other place where the class of a request can be had. */
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
    // Of a socket that was destroyed meanwhile Node tells no error.
    if (!isTaken && !error && !socket.destroyed) onTaken();
  });
  isTaken = socket.writableLength === 0;
  return isTaken;
}
