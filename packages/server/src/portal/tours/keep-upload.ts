import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ByteSource } from '../../tours/import/byte-source.ts';
import { PortalError } from '../http/portal-error.ts';

/** What was sent, until it is closed. */
export interface KeptUpload extends ByteSource {
  close(): Promise<void>;
}

/** The sender went away before the end; there is nobody to answer. */
export class UploadCutShort extends Error {
  override readonly name = 'UploadCutShort';
}

export interface UploadBounds {
  readonly maxBytes: number;
  /** Bytes that must arrive in each span of so many milliseconds, until the last one has. */
  readonly pace: { readonly windowMs: number; readonly bytes: number };
}

/**
 * Keeps a request's body in a file that has no name: it is unlinked as soon as it is open, so that whatever ends this
 * process, a kill included, leaves nothing behind.
 * @param directory Made when missing, mode 0700.
 * @throws {PortalError} PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT
 * @throws {UploadCutShort}
 */
export async function keepUpload(directory: string, body: Readable, bounds: UploadBounds): Promise<KeptUpload> {
  const handle = await openNameless(directory);
  try {
    const size = await write(handle, body, bounds);
    return {
      size,
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

/** Reads by place, because a stream of the file system closes the file when whoever reads it has had enough. */
async function* rangeOf(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function write(handle: FileHandle, body: Readable, { maxBytes, pace }: UploadBounds): Promise<number> {
  let size = 0;
  let watch: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    let sizeBefore = 0;
    watch = setInterval(() => {
      if (size - sizeBefore < pace.bytes) reject(uploadTooSlow(pace));
      sizeBefore = size;
    }, pace.windowMs);
  });
  tooSlow.catch(() => undefined);
  try {
    // Leaving the loop must not destroy the request: its answer is still to be sent.
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
    for (;;) {
      const { done, value: chunk } = await Promise.race([chunks.next(), tooSlow]);
      if (done === true) break;
      size += chunk.length;
      if (size > maxBytes) throw uploadTooLarge(maxBytes);
      await handle.writeFile(chunk);
    }
  } catch (error) {
    const isOurs = error instanceof PortalError || !(body.destroyed || body.errored);
    throw isOurs ? error : new UploadCutShort('the upload ended before its length');
  } finally {
    clearInterval(watch);
  }
  return size;
}

function uploadTooSlow({ windowMs, bytes }: UploadBounds['pace']): PortalError {
  const rate = `${Math.round(bytes / 1024)} KiB in ${windowMs / 1000} s`;
  const message = `The upload came too slowly: less than ${rate}. Send it over a faster connection, or as several tours.`;
  return new PortalError('REQUEST_TIMEOUT', message, { connection: 'close' });
}

/** The rest of the body is not read, so the connection ends with the answer. */
export function uploadTooLarge(maxBytes: number): PortalError {
  const message = `The upload is too large. Send at most ${maxBytes / 1024 / 1024} MiB; the command line imports more.`;
  return new PortalError('PAYLOAD_TOO_LARGE', message, { connection: 'close' });
}
