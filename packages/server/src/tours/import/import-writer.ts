import { DatabaseError } from 'pg';
import type { Database } from '../../kernel/database/database.ts';
import { wasCollected } from '../files/collection-store.ts';
import type { CheckedTour } from './check-tour.ts';
import type { Packer } from './pack-tour.ts';
import type { ImportProblem } from './problem.ts';
import { type ImportDeed, type Outcome, packTours, writeTours } from './write-tours.ts';

export interface ImportWriterOptions {
  /** Maximum number of tours in a transaction. */
  readonly toursPerTransaction?: number;
  /**
   * Maximum number of concurrent transactions; 1 by default, and always less than the connections of the pool. With
   * more than one, tours may be reported in another order than they came in.
   */
  readonly writtenAtOnce?: number;
  /** May refuse what is written, and keeps a record of it. */
  readonly deed?: ImportDeed;
}

/** Called for each tour that is settled. */
export interface WriterEvents {
  /** After the commit. */
  onWritten(tour: CheckedTour, outcome: Outcome): void;
  /** The store does not accept the tour, or the plan has no room for it. */
  onRefused(tour: CheckedTour, problem: ImportProblem): void;
  /** The number of the check (`drawLook`) after which all tours so far were found to have their files. */
  look(): Promise<string>;
  /** Files of the tours were removed since the check. Stores them again. @returns The check after which they exist. */
  onCollected(tours: readonly CheckedTour[]): Promise<string>;
}

/** Measured: ten times the rate of single tours (decision 0011). */
const TOURS_PER_TRANSACTION = 100;
/** Maximum size of the JSON in one transaction, so that the memory of an import does not grow with the tours. */
const TRANSACTION_BYTES = 8 * 1024 * 1024;
/** Time after which waiting tours are written, in milliseconds, so that a person watching sees progress. */
const TRANSACTION_AFTER_MS = 1_000;

/** Batches the tours of one import and writes them in transactions, while the next ones are checked. */
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
  /** Running transactions, and those that failed. */
  readonly #writing = new Set<Promise<void>>();
  /** The first failure: nothing is started after it. */
  #failure: { readonly error: unknown } | undefined;

  constructor(database: Database, teamId: string, events: WriterEvents, options: ImportWriterOptions = {}) {
    const { toursPerTransaction = TOURS_PER_TRANSACTION, writtenAtOnce = 1, deed } = options;
    this.#database = database;
    this.#teamId = teamId;
    this.#events = events;
    this.#toursPerTransaction = toursPerTransaction;
    // One connection is for lookups, and for whoever else uses the pool.
    this.#writtenAtOnce = Math.max(1, Math.min(writtenAtOnce, database.pool.options.max - 1));
    this.#deed = deed;
  }

  /** Adds a tour, as soon as there is room for it. @throws what the store threw for earlier tours. */
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

  /** Writes the waiting tours. @throws what the store throws. */
  async flush(): Promise<void> {
    await this.#writeWaiting();
    await Promise.all(this.#writing);
  }

  /** Resolves when nothing is writing to the store any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  /** Starts to write the waiting tours, once another transaction may run. @throws what an earlier one threw. */
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

  async #write(tours: readonly Packer[], look?: string): Promise<void> {
    try {
      const seen = look ?? (await this.#events.look());
      const { outcomes, noRoom } = await writeTours(this.#database, this.#teamId, tours, this.#deed, seen);
      for (const { tour } of tours) {
        const problem = noRoom.get(tour.code);
        if (problem === undefined) this.#events.onWritten(tour, outcomes.get(tour.code) ?? 'unchanged');
        else this.#events.onRefused(tour, problem);
      }
    } catch (error) {
      if (wasCollected(error)) {
        const checked = tours.map(({ tour }) => tour);
        await this.#write(tours, await this.#events.onCollected(checked));
        return;
      }
      if (!isAboutContent(error)) throw error;
      const [first, ...others] = tours;
      if (first === undefined) return;
      if (others.length > 0) for (const single of tours) await this.#write([single]);
      else this.#events.onRefused(first.tour, notTaken(first.tour, error.message));
    }
  }
}

/** @param found In the store's words. */
const notTaken = ({ label }: CheckedTour, found: string): ImportProblem => ({
  file: label,
  pointer: '',
  expected: 'a tour the store takes',
  found,
});

/** The store refused values: SQLSTATE classes 22 (data) and 23 (constraints). One tour's fault, not the others'. */
function isAboutContent(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');
}
