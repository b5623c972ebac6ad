import type { Readable } from 'node:stream';
import type { SpaciousBytes } from './spacious-bytes.ts';

/** A body in three parts: text of one byte per character around bytes that are sent without a copy. */
export interface SplicedBody {
  readonly opening: string;
  readonly payload: Buffer;
  readonly closing: string;
  /** The payload with free space around it, where it has some. */
  readonly spacious: SpaciousBytes | undefined;
}

const NOTHING = Buffer.alloc(0);

/** @param text Of one byte per character. @returns A body of this text alone. */
export const textBody = (text: string): SplicedBody => ({
  opening: text,
  payload: NOTHING,
  closing: '',
  spacious: undefined,
});

/** @returns A body of these bytes alone. */
export const bytesBody = (bytes: Buffer): SplicedBody => ({
  opening: '',
  payload: bytes,
  closing: '',
  spacious: undefined,
});

/**
 * The response to one request. Header lines are `Name: value` and CRLF each, no name twice, and none about the
 * connection: the owner of the connection adds those.
 */
export interface GatewayResponse {
  /** Whether an answer has begun, so that another one cannot be sent. */
  readonly isBegun: boolean;
  /** Sends an answer with a complete body. Its length is in the lines. */
  send(httpStatus: number, lines: string, body: SplicedBody): void;
  /**
   * Sends an answer with a body that is read while it is sent. Its length is in the lines.
   * @throws what reading throws; the answer is then cut short.
   */
  stream(httpStatus: number, lines: string, body: Readable): Promise<void>;
  /** Cuts the connection: the only way to show that an answer that has begun is incomplete. */
  cut(): void;
}
