import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ByteSource } from '../../tours/import/byte-source.ts';
import { PortalError } from '../http/portal-error.ts';

/** An upload in a file, until it is closed. */
export interface KeptUpload extends ByteSource {
  /** Of all its bytes. */
  readonly sha256: Buffer;
  close(): Promise<void>;
}

/** The sender disconnected before the end, so no answer is possible. */
export class UploadCutShort extends Error {
  override readonly name = 'UploadCutShort';
}

export interface UploadBounds {
  readonly maxBytes: number;
  /** Bytes that must arrive in each window of so many milliseconds, until the last one has. */
  readonly pace: { readonly windowMs: number; readonly bytes: number };
  /** Asked before each piece is written. @throws {PortalError} when the disk has no room for it. */
  readonly grow: (bytes: number) => void;
}

/**
 * Writes a request's body to a file without a name: it is unlinked as soon as it is open, so that nothing is left
 * behind however the process ends.
 * @param directory Created when missing, mode 0700.
 * @throws {PortalError} PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, or what `grow` throws
 * @throws {UploadCutShort}
 */
export async function keepUpload(directory: string, body: Readable, bounds: UploadBounds): Promise<KeptUpload> {
  const handle = await openNameless(directory);
  try {
    const { size, sha256 } = await write(handle, body, bounds);
    return {
      size,
      sha256,
      read: (start, end) => Readable.from(rangeOf(handle, start, end), { objectMode: false }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openNameless(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const name = path.join(directory, randomUUID());
  const handle = await open(name, 'wx+', 0o600);
  await rm(name);
  return handle;
}

/** Bytes of a file that are read at a time. */
const CHUNK_BYTES = 64 * 1024;

/** Reads at explicit positions, because a stream of the file system closes the file when its reader stops early. */
async function* rangeOf(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function write(
  handle: FileHandle,
  body: Readable,
  { maxBytes, pace, grow }: UploadBounds,
): Promise<{ readonly size: number; readonly sha256: Buffer }> {
  let size = 0;
  const hash = createHash('sha256');
  let sizeBefore = 0;
  let refuse = (_reason: PortalError) => {};
  const watch = setInterval(() => {
    if (size - sizeBefore < pace.bytes) refuse(uploadTooSlow(pace));
    sizeBefore = size;
  }, pace.windowMs);
  try {
    // Leaving the loop must not destroy the request: its answer is still to be sent.
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
    // A race with one promise for the whole upload would hold every chunk until its end.
    const nextInTime = () =>
      new Promise<IteratorResult<Buffer, undefined>>((resolve, reject) => {
        refuse = reject;
        chunks.next().then(resolve, reject);
      });
    for (;;) {
      const { done, value: chunk } = await nextInTime();
      if (done === true) break;
      size += chunk.length;
      if (size > maxBytes) throw uploadTooLarge(maxBytes);
      grow(chunk.length);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
  } catch (error) {
    const isOurs = error instanceof PortalError || !(body.destroyed || body.errored);
    throw isOurs ? error : new UploadCutShort('the upload ended before its length');
  } finally {
    clearInterval(watch);
  }
  return { size, sha256: hash.digest() };
}

function uploadTooSlow({ windowMs, bytes }: UploadBounds['pace']): PortalError {
  const rate = `${Math.round(bytes / 1024)} KiB in ${windowMs / 1000} s`;
  const message = `The upload came too slowly: less than ${rate}. Send it over a faster connection, or as several tours.`;
  return new PortalError('REQUEST_TIMEOUT', message, { connection: 'close' });
}

const MEBIBYTE = 1024 * 1024;

/** The rest of the body is not read, so the connection ends with the answer. */
export function uploadTooLarge(maxBytes: number): PortalError {
  const most = maxBytes % MEBIBYTE === 0 ? `${maxBytes / MEBIBYTE} MiB` : `${maxBytes} bytes`;
  const message = `The upload is too large. Send at most ${most}; the command line imports more.`;
  return new PortalError('PAYLOAD_TOO_LARGE', message, { connection: 'close' });
}
