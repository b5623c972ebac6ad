import { DatabaseError } from 'pg';
import type { Database } from '../../kernel/database/database.ts';
import type { CheckedTour } from './check-tour.ts';
import type { Packer } from './pack-tour.ts';
import { type ImportDeed, type Outcome, packTours, writeTours } from './write-tours.ts';

export interface ImportWriterOptions {
  /** Most tours of one transaction. */
  readonly toursPerTransaction?: number;
  /**
   * Most transactions under way at once; one, if not said, and always less than the pool has connections. With more than
   * one, tours may be told of in another order than they came in.
   */
  readonly writtenAtOnce?: number;
  /** Has a say in what is written and keeps a record of it. */
  readonly deed?: ImportDeed;
}

/** Told of each tour that is settled. */
export interface WriterEvents {
  /** After the commit. */
  onWritten(tour: CheckedTour, outcome: Outcome): void;
  /** The store does not take the tour. @param reason In the store's words. */
  onRefused(tour: CheckedTour, reason: string): void;
}

/** Measured: ten times the rate of single tours (decision 0011). */
const TOURS_PER_TRANSACTION = 100;
/** Bytes of JSON in one transaction, so that the memory of an import does not grow with the tours. */
const TRANSACTION_BYTES = 8 * 1024 * 1024;
/** A person watching sees tours being finished. In milliseconds. */
const TRANSACTION_AFTER_MS = 1_000;

/** Gathers the tours of one import and writes them in transactions, while the next ones are checked. */
export class ImportWriter {
  readonly #database: Database;
  readonly #teamId: string;
  readonly #events: WriterEvents;
  readonly #toursPerTransaction: number;
  readonly #writtenAtOnce: number;
  readonly #deed: ImportDeed | undefined;
  #waiting: Packer[] = [];
  #waitingBytes = 0;
  #waitingSinceMs = 0;
  /** The last tours that are being deflated: those of one transaction keep all cores busy. */
  #packing: Promise<unknown> = Promise.resolve();
  /** Transactions under way, and those that failed. */
  readonly #writing = new Set<Promise<void>>();
  /** The first failure: nothing is begun after it. */
  #failure: { readonly error: unknown } | undefined;

  constructor(database: Database, teamId: string, events: WriterEvents, options: ImportWriterOptions = {}) {
    const { toursPerTransaction = TOURS_PER_TRANSACTION, writtenAtOnce = 1, deed } = options;
    this.#database = database;
    this.#teamId = teamId;
    this.#events = events;
    this.#toursPerTransaction = toursPerTransaction;
    // One connection is for looking up what is stored, and for whoever else uses the pool.
    this.#writtenAtOnce = Math.max(1, Math.min(writtenAtOnce, database.pool.options.max - 1));
    this.#deed = deed;
  }

  /** Takes a tour, as soon as there is room for it. @throws what the store threw for tours before it. */
  async add(packer: Packer): Promise<void> {
    if (this.#waiting.length === 0) this.#waitingSinceMs = performance.now();
    this.#waiting.push(packer);
    this.#waitingBytes += packer.tour.payloads.reduce((sum, { json }) => sum + json.length, 0);
    const isFull =
      this.#waiting.length >= this.#toursPerTransaction ||
      this.#waitingBytes >= TRANSACTION_BYTES ||
      performance.now() - this.#waitingSinceMs >= TRANSACTION_AFTER_MS;
    if (isFull) await this.#writeWaiting();
  }

  /** Writes what waits. @throws what the store throws. */
  async flush(): Promise<void> {
    await this.#writeWaiting();
    await Promise.all(this.#writing);
  }

  /** Resolves when the store is left alone. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  /** Begins to write what waits, once there is room for another transaction. @throws what one before it threw. */
  async #writeWaiting(): Promise<void> {
    const tours = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (tours.length === 0) return;
    await this.#packing;
    while (this.#writing.size >= this.#writtenAtOnce) await Promise.race(this.#writing);
    if (this.#failure !== undefined) throw this.#failure.error;
    const packing = packTours(this.#database, this.#teamId, tours);
    this.#packing = packing;
    const writing = packing
      .then((hasNews) => (hasNews || this.#deed !== undefined ? this.#write(tours) : this.#leave(tours)))
      .then(() => void this.#writing.delete(writing));
    this.#writing.add(writing);
    packing.catch(() => undefined);
    writing.catch((error: unknown) => {
      this.#failure ??= { error };
    });
  }

  #leave(tours: readonly Packer[]): void {
    for (const { tour } of tours) this.#events.onWritten(tour, 'unchanged');
  }

  async #write(tours: readonly Packer[]): Promise<void> {
    try {
      const outcomes = await writeTours(this.#database, this.#teamId, tours, this.#deed);
      for (const { tour } of tours) this.#events.onWritten(tour, outcomes.get(tour.code) ?? 'unchanged');
    } catch (error) {
      if (!isAboutContent(error)) throw error;
      const [first, ...others] = tours;
      if (first === undefined) return;
      if (others.length > 0) for (const single of tours) await this.#write([single]);
      else this.#events.onRefused(first.tour, error.message);
    }
  }
}

/** The store refused values, not work: SQLSTATE classes 22 (data) and 23 (constraints). One tour's fault, not the others'. */
function isAboutContent(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');
}
