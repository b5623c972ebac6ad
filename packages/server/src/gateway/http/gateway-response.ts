import type { Readable } from 'node:stream';
import type { SpaciousBytes } from './spacious-bytes.ts';

/** A body in three parts: text of one byte a character around bytes that are sent as they lie. */
export interface SplicedBody {
  readonly opening: string;
  readonly payload: Buffer;
  readonly closing: string;
  /** The payload with space around it, where it has some. */
  readonly spacious: SpaciousBytes | undefined;
}

const NOTHING = Buffer.alloc(0);

/** @param text Of one byte a character. @returns A body of this text alone. */
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
 * Where the answer to one request goes. Header lines are `Name: value\r\n` each, no name twice, and none that speaks of the
 * connection: whoever keeps the connection adds those.
 */
export interface GatewayResponse {
  /** Whether an answer has begun, so that another would not be understood. */
  readonly isBegun: boolean;
  /** Sends an answer with a body that is whole. Its length stands in the lines. */
  send(httpStatus: number, lines: string, body: SplicedBody): void;
  /**
   * Sends an answer with a body that is read while it is sent. Its length stands in the lines.
   * @throws what reading throws; the answer is then cut short.
   */
  stream(httpStatus: number, lines: string, body: Readable): Promise<void>;
  /** Cuts the connection: the only honest sign that an answer that has begun is not whole. */
  cut(): void;
}
