/** One message from a client of the PostgreSQL protocol; `type` is '' for the startup packet, which has none. */
export interface FrontendMessage {
  readonly type: string;
  /** The whole message with its type and length. */
  readonly bytes: Buffer;
}

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** Splits the bytes of one connection into whole messages. Chunks are joined once per message, however many arrive. */
export class FrontendMessages {
  #started = false;
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = LENGTH_BYTES;

  /** @returns The messages that are complete now, in order. */
  push(chunk: Buffer): FrontendMessage[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return [];
    const [first] = this.#chunks;
    const bytes = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#size);
    const messages: FrontendMessage[] = [];
    let at = 0;
    for (;;) {
      const typeBytes = this.#started ? TYPE_BYTES : 0;
      const left = bytes.length - at;
      this.#needed = typeBytes + LENGTH_BYTES;
      if (left >= this.#needed) this.#needed = typeBytes + Math.max(LENGTH_BYTES, bytes.readUInt32BE(at + typeBytes));
      if (left < this.#needed) break;
      const message = bytes.subarray(at, at + this.#needed);
      messages.push({ type: typeBytes === 0 ? '' : String.fromCharCode(bytes[at] ?? 0), bytes: message });
      // A refused request for encryption is followed by the startup packet, which has no type either.
      this.#started ||= !isEncryptionRequest(message);
      at += this.#needed;
    }
    const rest = bytes.subarray(at);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
    return messages;
  }
}

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const ENCRYPTION_REQUEST_BYTES = 8;

/** Whether a startup packet only asks for TLS or GSS encryption. */
export function isEncryptionRequest(packet: Buffer): boolean {
  if (packet.length !== ENCRYPTION_REQUEST_BYTES) return false;
  const code = packet.readUInt32BE(LENGTH_BYTES);
  return code === SSL_REQUEST || code === GSS_REQUEST;
}

const PROTOCOL_3_0 = 196_608;

/** @returns The parameters of a startup packet, or undefined when it is not one of protocol 3.0. */
export function startupParameters(packet: Buffer): Map<string, string> | undefined {
  if (packet.length < 2 * LENGTH_BYTES || packet.readUInt32BE(LENGTH_BYTES) !== PROTOCOL_3_0) return undefined;
  const words = packet.toString('utf8', 2 * LENGTH_BYTES).split('\0');
  const parameters = new Map<string, string>();
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [name, value] = [words[i], words[i + 1]];
    if (name !== undefined && name !== '' && value !== undefined) parameters.set(name, value);
  }
  return parameters;
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(TYPE_BYTES + LENGTH_BYTES);
  head.write(type, 'latin1');
  head.writeUInt32BE(body.length + LENGTH_BYTES, TYPE_BYTES);
  return Buffer.concat([head, body]);
}

const text = (...words: string[]): Buffer => Buffer.from(words.map((word) => `${word}\0`).join(''));

/** The message with other texts: `tail` is what follows the texts in the original. */
export const withTexts = (type: string, texts: string[], tail: Buffer): Buffer =>
  message(type, Buffer.concat([text(...texts), tail]));

/** An ErrorResponse after which the connection ends. */
export function fatalError(sqlState: string, sentence: string): Buffer {
  const fields = text('SFATAL', 'VFATAL', `C${sqlState}`, `M${sentence}`);
  return message('E', Buffer.concat([fields, Buffer.from([0])]));
}
