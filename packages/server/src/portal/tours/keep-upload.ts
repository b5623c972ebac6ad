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
  /** Milliseconds that may pass without a byte. */
  readonly idleMs: number;
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

async function write(handle: FileHandle, body: Readable, { maxBytes, idleMs }: UploadBounds): Promise<number> {
  let size = 0;
  const stalled = new PortalError('REQUEST_TIMEOUT');
  const idle = setTimeout(() => body.destroy(stalled), idleMs);
  try {
    // Leaving the loop must not destroy the request: its answer is still to be sent.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      idle.refresh();
      size += chunk.length;
      if (size > maxBytes) throw uploadTooLarge(maxBytes);
      await handle.writeFile(chunk);
    }
  } catch (error) {
    const isOurs = error instanceof PortalError || !(body.destroyed || body.errored);
    throw isOurs ? error : new UploadCutShort('the upload ended before its length');
  } finally {
    clearTimeout(idle);
  }
  return size;
}

/** The rest of the body is not read, so the connection ends with the answer. */
export function uploadTooLarge(maxBytes: number): PortalError {
  const message = `The upload is too large. Send at most ${maxBytes / 1024 / 1024} MiB; the command line imports more.`;
  return new PortalError('PAYLOAD_TOO_LARGE', message, { connection: 'close' });
}
