import type { Duplex } from 'node:stream';
import { SERVICE_ROLE } from '../database.ts';
import { FrontendMessages, isEncryptionRequest, startupParameters } from './frontend-messages.ts';
import { StatementNames } from './statement-names.ts';

/** Messages that go to the engine in one call. `hello` is the answer to a startup packet. */
export interface Batch {
  readonly kind: 'hello' | 'messages' | 'goodbye';
  readonly bytes: Buffer;
  /** Whether the answer ends with ReadyForQuery. */
  readonly ready: boolean;
}

const NO_BYTES = Buffer.alloc(0);
const NO_ENCRYPTION = Buffer.from('N');
const [QUERY, SYNC, FLUSH, TERMINATE] = ['Q', 'S', 'H', 'X'];

/** One client of the embedded session: what it has sent and what is not answered yet. */
export class Conversation {
  readonly stream: Duplex;
  readonly names: StatementNames;
  /** Role its statements work as; undefined is the owner of the schema. */
  role: typeof SERVICE_ROLE | undefined;
  readonly batches: Batch[] = [];
  readonly #messages = new FrontendMessages();
  #open: Buffer[] = [];

  constructor(stream: Duplex, number: number) {
    this.stream = stream;
    this.names = new StatementNames(number);
  }

  /** Receives bytes of the client. */
  receive(chunk: Buffer): void {
    for (const message of this.#messages.push(chunk)) {
      if (message.type === '') this.#greet(message.bytes);
      // Terminate must not reach the engine, which would stop.
      else if (message.type === TERMINATE) this.batches.push({ kind: 'goodbye', bytes: NO_BYTES, ready: false });
      else {
        this.#open.push(this.names.rewrite(message));
        const ready = message.type === QUERY || message.type === SYNC;
        if (!ready && message.type !== FLUSH) continue;
        this.batches.push({ kind: 'messages', bytes: Buffer.concat(this.#open), ready });
        this.#open = [];
      }
    }
  }

  #greet(packet: Buffer): void {
    if (isEncryptionRequest(packet)) {
      this.stream.write(NO_ENCRYPTION);
      return;
    }
    const parameters = startupParameters(packet);
    // Other packets (a cancel request, another protocol) are not supported.
    if (parameters === undefined) {
      this.batches.push({ kind: 'goodbye', bytes: NO_BYTES, ready: false });
      return;
    }
    this.role = parameters.get('options')?.includes(`role=${SERVICE_ROLE}`) ? SERVICE_ROLE : undefined;
    this.batches.push({ kind: 'hello', bytes: NO_BYTES, ready: true });
  }
}
