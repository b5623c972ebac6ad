import type { IncomingMessage } from 'node:http';
import { GatewayError } from './gateway-error.ts';

/** Largest body an operation takes, in bytes. */
const MAX_BODY_BYTES = 16 * 1024;
/** A larger body is read and dropped up to here, so that the client hears the answer instead of a reset connection. */
const MAX_DRAINED_BYTES = 1024 * 1024;

/**
 * Reads a whole request body.
 * @throws {GatewayError} err_payload_too_large beyond MAX_BODY_BYTES; the connection is then closed.
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = () => reject(new GatewayError('err_payload_too_large', undefined, { Connection: 'close' }));
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else if (size > MAX_DRAINED_BYTES) {
        request.pause();
        tooLarge();
      }
    });
    request.on('end', () => (size > MAX_BODY_BYTES ? tooLarge() : resolve(Buffer.concat(chunks))));
    const cutShort = () => {
      // Every request closes; an error made in vain costs a tenth of an exchange.
      if (!request.readableEnded)
        reject(new GatewayError('err_request_malformed', 'The body ended before its length.'));
    };
    request.on('error', cutShort);
    request.on('close', cutShort);
  });
}

/** Whether a Content-Type header names this media type, in UTF-8 if it names a charset. */
export function hasMediaType(header: string | undefined, mediaType: string): boolean {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z/-]+)[ \t]*(?:;[ \t]*charset=("?)utf-8\2)?[ \t]*;?$/i.exec(header ?? '');
  return match?.[1]?.toLowerCase() === mediaType;
}
