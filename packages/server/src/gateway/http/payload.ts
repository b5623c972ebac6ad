import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { combineCrc, crcShift, joinShifts } from './crc-combination.ts';
import type { SplicedBody } from './gateway-response.ts';
import { onePiece } from './one-piece.ts';

/** What closes the envelope after its payload. */
export const CLOSING = '}';

export const JSON_LINES = 'Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n';
/** The caller may cache a payload, and must revalidate it each time (decision 0111). */
export const KEPT_LINES = 'Cache-Control: private, no-cache\r\nVary: Accept-Encoding\r\nETag: W/';
const GZIP_LINE = 'Content-Encoding: gzip\r\n';

/** Characters of the hash in an entity tag: 132 bits. */
const TAG_LENGTH = 22;

/** Bytes of a payload; large ones have free space around them. */
export type PayloadBytes = Pick<SplicedBody, 'spacious'> & { readonly bytes: Buffer };

/** What is needed of bytes to combine their checksum with that of the bytes before them. */
interface Checked {
  /** CRC-32. */
  readonly crc: number;
  /** `crcShift` of the length. */
  readonly shift: number;
}

/**
 * A payload as the envelope's `data`, in the two codings a client may ask for. A class, because there are many
 * payloads: functions created for each would cost every read of them.
 */
export class Payload {
  /** Length of the JSON and of the brace that closes the envelope, in bytes. */
  readonly closedLength: number;
  /** Raw deflate blocks of the JSON: byte-aligned, none final. */
  readonly deflated: PayloadBytes;
  /**
   * Entity tag, quoted: the payload's own hash. Sent as a weak one, because the envelope around it differs (decision
   * 0111).
   */
  readonly tag: string;
  readonly #inflate: () => PayloadBytes;
  readonly #closed: Checked;
  #gzipLines = '';
  #identityLines = '';
  #before = '';
  #checked: Checked;

  /**
   * @param rawLength Length of the JSON.
   * @param crc CRC-32 of it.
   * @param inflate Returns the JSON; called each time, so it may cache it.
   */
  constructor(rawLength: number, crc: number, deflated: PayloadBytes, inflate: () => PayloadBytes) {
    this.closedLength = rawLength + CLOSING.length;
    this.deflated = deflated;
    this.tag = `"${hash('sha256', deflated.bytes, 'base64url').slice(0, TAG_LENGTH)}"`;
    this.#inflate = inflate;
    this.#closed = { crc: crc32(CLOSING, crc), shift: crcShift(this.closedLength) };
    this.#checked = this.#closed;
  }

  /** The JSON itself. */
  json(): PayloadBytes {
    return this.#inflate();
  }

  /** Header lines of an answer with it: the last is that of the length, without the value. Cached, in one piece. */
  lines(gzip: boolean): string {
    if (gzip) {
      if (this.#gzipLines === '') this.#gzipLines = this.#linesWith(GZIP_LINE);
      return this.#gzipLines;
    }
    if (this.#identityLines === '') this.#identityLines = this.#linesWith('');
    return this.#identityLines;
  }

  #linesWith(coding: string): string {
    return onePiece(`${JSON_LINES}${coding}${KEPT_LINES}${this.tag}\r\nContent-Length: `);
  }

  /**
   * The checksum of the JSON and the closing brace after a text of plain ASCII. It is cached, so that an answer needs
   * no loop over the length: the text before a payload hardly ever changes.
   */
  checkedAfter(text: string): Checked {
    if (text !== this.#before) {
      this.#before = text;
      this.#checked = {
        crc: combineCrc(crc32(text), this.#closed.crc, this.#closed.shift),
        shift: joinShifts(crcShift(text.length), this.#closed.shift),
      };
    }
    return this.#checked;
  }
}
