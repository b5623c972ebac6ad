import type { Duplex } from 'node:stream';
import { serialize } from 'pg-protocol';
import { IDLE_IN_TRANSACTION_MS } from '../database.ts';
import { Conversation } from './conversation.ts';
import type { Engine } from './engine.ts';
import { fatalError } from './frontend-messages.ts';

const HELLO = serialize.startup({ user: 'postgres', database: 'postgres' });
// Status in ReadyForQuery, the last byte of an answer: I (no transaction), T (in one), E (in a failed one).
const IDLE = 'I'.charCodeAt(0);
const ERROR_RESPONSE = 'E'.charCodeAt(0);

const ADMIN_SHUTDOWN = '57P01';
const CRASH_SHUTDOWN = '57P02';
const IDLE_IN_TRANSACTION_TIMEOUT = '25P03';
const DISK_FULL = '53100';
const DISK_FULL_SENTENCE =
  'The disk of the embedded store is full, so it takes no changes. Free some space: it then goes on by itself.';

/** Milliseconds between two checks whether a full disk has space again. */
const LOOK_AGAIN_MS = 500;

export interface SessionOptions {
  readonly idleInTransactionMs?: number;
  /** Whether there is no space for what these statements change; then only reads are served. */
  readonly isDiskFull?: (batchBytes: number) => boolean;
}

/**
 * Gives many clients turns on the one session of the embedded store. A client owns the session from its first message
 * until the session is idle, so that no transaction is mixed with another's statements (decision 0012).
 */
export class EmbeddedSession {
  readonly #openEngine: () => Promise<Engine>;
  readonly #idleInTransactionMs: number;
  readonly #isDiskFull: (batchBytes: number) => boolean;
  /** Whether the session takes reads only. */
  #readOnly = false;
  #engine: Engine | undefined;
  #hello: Uint8Array = Buffer.alloc(0);
  readonly #conversations = new Set<Conversation>();
  /** Clients with unserved messages, in the order in which they are served. */
  readonly #waiting = new Set<Conversation>();
  #owner: Conversation | undefined;
  /** The client whose settings the session has. */
  #last: Conversation | undefined;
  /** Messages that drop the prepared statements of clients that have left. */
  #forgotten: Buffer[] = [];
  #idleTimer: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;
  #count = 0;
  #served = 0;
  #closed = false;

  private constructor(openEngine: () => Promise<Engine>, options: SessionOptions) {
    this.#openEngine = openEngine;
    this.#idleInTransactionMs = options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS;
    this.#isDiskFull = options.isDiskFull ?? (() => false);
  }

  /** @param openEngine Also called again after the engine has died of a FATAL error; committed data is kept. */
  static async open(openEngine: () => Promise<Engine>, options: SessionOptions = {}): Promise<EmbeddedSession> {
    const session = new EmbeddedSession(openEngine, options);
    await session.#start();
    return session;
  }

  /** Batches of statements served so far. */
  get served(): number {
    return this.#served;
  }

  /** Serves one client until its stream ends. */
  attach(stream: Duplex): void {
    const conversation = new Conversation(stream, this.#count++);
    this.#conversations.add(conversation);
    stream.on('data', (chunk: Buffer) => {
      conversation.receive(chunk);
      if (conversation.batches.length === 0) return;
      this.#waiting.add(conversation);
      this.#schedule();
    });
    stream.on('error', () => stream.destroy());
    stream.on('end', () => stream.end());
    stream.on('close', () => this.#leave(conversation));
    if (this.#closed) this.#dismiss(conversation, ADMIN_SHUTDOWN, 'The embedded store has been closed.');
  }

  /** Disconnects every client, rolls back open transactions and closes the engine. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#dismissAll(ADMIN_SHUTDOWN, 'The process that holds the embedded store is closing it.');
    clearImmediate(this.#turn);
    const engine = this.#engine;
    this.#engine = undefined;
    await engine?.close();
  }

  async #start(): Promise<void> {
    const engine = await this.#openEngine();
    if (this.#closed) return engine.close();
    // Copied: PGlite returns this answer as a view of a buffer that it reuses.
    this.#hello = Buffer.from(engine.execute(HELLO));
    this.#last = undefined;
    this.#forgotten = [];
    this.#engine = engine;
    this.#schedule();
  }

  #startAgain(sqlState: string, sentence: string): undefined {
    this.#engine = undefined;
    this.#owner = undefined;
    this.#dismissAll(sqlState, sentence);
    void this.#startWithRoom();
  }

  /** On a full disk the engine would not start, and could not be started again either. */
  async #startWithRoom(): Promise<void> {
    while (this.#isDiskFull(0) && !this.#closed) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      // Clients must not wait for statements that nobody serves.
      this.#dismissAll(DISK_FULL, DISK_FULL_SENTENCE);
    }
    await this.#start().catch(() => this.close());
  }

  #schedule(): void {
    if (this.#engine === undefined || this.#turn !== undefined) return;
    if (this.#owner === undefined ? this.#waiting.size === 0 : !this.#waiting.has(this.#owner)) return;
    // One turn of the event loop for each call, so that a long import does not starve everything else.
    this.#turn = setImmediate(() => {
      this.#turn = undefined;
      const [first] = this.#waiting;
      const conversation = this.#owner ?? first;
      if (conversation !== undefined) this.#serve(conversation);
      this.#schedule();
    });
  }

  #serve(conversation: Conversation): void {
    clearTimeout(this.#idleTimer);
    this.#waiting.delete(conversation);
    const batch = conversation.batches.shift();
    if (batch === undefined) return;
    if (batch.kind === 'goodbye') {
      this.#leave(conversation);
      conversation.stream.end();
      return;
    }
    if (batch.kind === 'messages') this.#served += 1;
    if (batch.kind === 'messages' && !this.#makeRoomFor(conversation, batch.bytes.length)) return;
    if (!this.#prepareFor(conversation)) return;
    const answer = batch.kind === 'hello' ? this.#hello : this.#execute(batch.bytes);
    if (answer === undefined) return;
    conversation.stream.write(answer);
    this.#owner = batch.ready && answer.at(-1) === IDLE ? undefined : conversation;
    if (conversation.batches.length > 0) this.#waiting.add(conversation);
    else if (this.#owner === conversation)
      this.#idleTimer = setTimeout(() => this.#cutOff(conversation), this.#idleInTransactionMs);
  }

  /**
   * With the disk full, new transactions may only read. A running one that would need the last of the disk is rolled
   * back: at its end the engine would loop forever.
   * @returns Whether the statements may run.
   */
  #makeRoomFor(conversation: Conversation, batchBytes: number): boolean {
    const isFull = this.#isDiskFull(batchBytes);
    if (this.#owner !== undefined) {
      if (!isFull || this.#readOnly) return true;
      this.#dismiss(conversation, DISK_FULL, DISK_FULL_SENTENCE);
      return false;
    }
    if (isFull !== this.#readOnly) {
      this.#readOnly = isFull;
      // Its settings are applied again before these statements.
      this.#last = undefined;
    }
    return true;
  }

  /**
   * Settings belong to the session, so they are applied again when it changes hands.
   * @returns Whether that succeeded.
   */
  #prepareFor(conversation: Conversation): boolean {
    if (this.#last === conversation) return true;
    this.#last = undefined;
    const forgotten = this.#forgotten.splice(0);
    if (forgotten.length > 0 && this.#execute(Buffer.concat(forgotten)) === undefined) return false;
    const role = conversation.role === undefined ? '' : `set role ${conversation.role}`;
    const readOnly = this.#readOnly ? 'set default_transaction_read_only = on' : '';
    const answer = this.#execute(serialize.query(`reset all; reset role; ${role}; ${readOnly}`));
    if (answer === undefined) return false;
    const failed = errorIn(answer);
    if (failed === undefined) {
      this.#last = conversation;
      return true;
    }
    this.#leave(conversation);
    conversation.stream.end(failed);
    return false;
  }

  #cutOff(conversation: Conversation): void {
    const seconds = this.#idleInTransactionMs / 1000;
    this.#dismiss(
      conversation,
      IDLE_IN_TRANSACTION_TIMEOUT,
      `The transaction was rolled back: it kept the embedded store from everybody else for ${seconds} s without a statement.`,
    );
    this.#schedule();
  }

  #dismiss(conversation: Conversation, sqlState: string, sentence: string): void {
    this.#leave(conversation);
    conversation.stream.end(fatalError(sqlState, sentence));
  }

  #dismissAll(sqlState: string, sentence: string): void {
    for (const conversation of this.#conversations) this.#dismiss(conversation, sqlState, sentence);
  }

  #leave(conversation: Conversation): void {
    if (!this.#conversations.delete(conversation)) return;
    this.#waiting.delete(conversation);
    conversation.batches.length = 0;
    if (this.#last === conversation) this.#last = undefined;
    const owned = this.#owner === conversation;
    if (owned) {
      clearTimeout(this.#idleTimer);
      this.#owner = undefined;
      this.#execute(serialize.sync());
      this.#execute(serialize.query('rollback'));
    }
    // Dropped when the session next changes hands: a Sync now could end what its present owner has open.
    this.#forgotten.push(conversation.names.closeAll());
    this.#schedule();
  }

  /**
   * @returns The answer, or undefined when the engine has died of it: then every client is gone and it starts again.
   */
  #execute(messages: Uint8Array): Uint8Array | undefined {
    const engine = this.#engine;
    if (engine === undefined) return undefined;
    try {
      const answer = engine.execute(messages);
      // It would loop forever, whatever it is given next; it is abandoned without being closed.
      if (saysDiskFull(answer)) return this.#startAgain(DISK_FULL, DISK_FULL_SENTENCE);
      return answer;
    } catch {
      const sentence = 'The embedded store stopped at this statement and is starting again.';
      return this.#startAgain(CRASH_SHUTDOWN, sentence);
    }
  }
}

/** Maximum size of an answer that may consist of an error alone. */
const SHORT_ANSWER_BYTES = 4096;
const SAYS_DISK_FULL = Buffer.from(`C${DISK_FULL}\0`);

/** Whether an answer is the engine's own refusal to write. */
function saysDiskFull(answer: Uint8Array): boolean {
  if (answer.length > SHORT_ANSWER_BYTES) return false;
  const error = errorIn(answer);
  return error !== undefined && Buffer.from(error).includes(SAYS_DISK_FULL);
}

/** @returns The ErrorResponse among backend messages. */
function errorIn(answer: Uint8Array): Uint8Array | undefined {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  for (let at = 0; at < answer.length; ) {
    const end = at + 1 + view.getUint32(at + 1);
    if (answer[at] === ERROR_RESPONSE) return answer.subarray(at, end);
    at = end;
  }
  return undefined;
}
