import { DatabaseError } from 'pg';
import type { AssetStore } from '../../assets/asset-store.ts';
import type { Database } from '../../database/database.ts';
import { type CheckedTour, checkTour } from './check-tour.ts';
import { type Candidate, type FoundTour, findTours, ImportPathError } from './find-tours.ts';
import { type ImportProblem, TourRefused } from './problem.ts';
import { putAssets } from './put-assets.ts';
import { startedAhead } from './started-ahead.ts';
import { type Outcome, type RecordImport, writeTours } from './write-tours.ts';

export interface ImportOptions {
  /** Resource code of a single bare work that does not say its own. */
  readonly resourceCode?: string;
  /** Told of each tour once its fate is settled: a stored one after the commit. */
  readonly onTour?: (tour: ImportedTour | RefusedTour, progress: ImportProgress) => void;
  /** Most tours of one transaction. */
  readonly toursPerTransaction?: number;
  /**
   * Tours that are read and checked at once; one, if not said. More fill the waits for files, and leave no gap in the
   * event loop for anything else.
   */
  readonly checkedAtOnce?: number;
  /** Keeps a record of what is written, in the transaction that writes it. */
  readonly record?: RecordImport;
}

export interface ImportProgress {
  /** Tours whose fate is settled. */
  readonly done: number;
  /** Tours there are, as far as is known: archives are counted as one until they are opened. */
  readonly total: number;
}

export interface ImportedTour {
  /** Where it came from, as the person named it. */
  readonly label: string;
  readonly code: string;
  readonly outcome: Outcome;
  readonly warnings: readonly string[];
}

export interface RefusedTour {
  readonly label: string;
  readonly outcome: 'refused';
  readonly problems: readonly ImportProblem[];
}

export interface ImportResult {
  readonly imported: readonly ImportedTour[];
  readonly refused: readonly RefusedTour[];
}

/** Measured: ten times the rate of single tours (decision 0011). */
const TOURS_PER_TRANSACTION = 100;
/** Bytes of JSON in one transaction, so that the memory of an import does not grow with the tours. */
const TRANSACTION_BYTES = 8 * 1024 * 1024;
/** Measured: three quarters of the time of one after the other (bench/GROWTH.md); each more holds another tour in memory. */
const CHECKED_AT_ONCE = 4;
/** A person watching sees tours being finished. In milliseconds. */
const TRANSACTION_AFTER_MS = 1_000;

/**
 * Imports tours into a Team: all or nothing for each tour, safe to repeat, and to end at any moment.
 * Broken tours are refused with every problem; the others are imported all the same.
 *
 * @param paths Bundles (directories or .zip archives), bare works (.json), or directories of them.
 * @throws {ImportPathError} when a path does not exist or holds no tour; nothing was imported then.
 */
export async function importTours(
  database: Database,
  assets: AssetStore,
  teamId: string,
  paths: readonly string[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const result = await importCandidates(database, assets, teamId, await findTours(paths), {
    checkedAtOnce: CHECKED_AT_ONCE,
    ...options,
  });
  if (result.imported.length + result.refused.length === 0) {
    throw new ImportPathError(
      `No tour in ${paths.join(', ')}: a tour is a directory or .zip with vr-info.json, or a work in a .json file.`,
    );
  }
  return result;
}

/** The same for what was found already; nothing imported and nothing refused means that there was no tour. */
export async function importCandidates(
  database: Database,
  assets: AssetStore,
  teamId: string,
  candidates: readonly Candidate[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const run = new ImportRun(database, assets, teamId, options, candidates.length);
  try {
    await run.takeAll(candidates);
    await run.flush();
  } finally {
    await run.settled();
  }
  return run;
}

/** What is to be checked, or cannot be opened; it is refused when its turn comes. */
interface Check {
  readonly label: string;
  readonly check: () => Promise<CheckedFound>;
}

interface CheckedFound {
  readonly tour: FoundTour;
  readonly checked: CheckedTour;
}

class ImportRun implements ImportResult {
  readonly imported: ImportedTour[] = [];
  readonly refused: RefusedTour[] = [];
  readonly #database: Database;
  readonly #assets: AssetStore;
  readonly #teamId: string;
  readonly #options: ImportOptions;
  #total: number;
  /** Checked and not written yet. */
  #waiting: CheckedTour[] = [];
  #waitingBytes = 0;
  #waitingSinceMs = 0;
  /** The transaction under way: the next tours are checked while the store works. */
  #writing: Promise<void> = Promise.resolve();
  /** Code → where it came from. */
  readonly #labels = new Map<string, string>();

  constructor(database: Database, assets: AssetStore, teamId: string, options: ImportOptions, total: number) {
    this.#database = database;
    this.#assets = assets;
    this.#teamId = teamId;
    this.#options = options;
    this.#total = total;
  }

  /** Takes the tours in their order, whichever of those that are checked at once is ready first. */
  async takeAll(candidates: readonly Candidate[]): Promise<void> {
    const { checkedAtOnce = 1 } = this.#options;
    const started = startedAhead(this.#checksOf(candidates), checkedAtOnce, ({ check }) => check());
    for await (const { item, outcome } of started) {
      const tour = await this.#orRefuse(item.label, async () => this.#accept(await outcome));
      if (tour !== undefined) await this.#add(tour);
    }
  }

  /** An archive is opened when the checks before it have begun. */
  async *#checksOf(candidates: readonly Candidate[]): AsyncGenerator<Check> {
    for (const { label, tours } of candidates) {
      let found: readonly FoundTour[];
      try {
        found = await tours();
      } catch (error) {
        yield { label, check: () => Promise.reject(error) };
        continue;
      }
      this.#total += found.length - 1;
      for (const tour of found) {
        const check = async () => ({ tour, checked: await checkTour(tour, this.#options.resourceCode) });
        yield { label: tour.label, check };
      }
    }
  }

  /** Takes the code for the tour and puts its files into the asset store. */
  async #accept({ tour, checked }: CheckedFound): Promise<CheckedTour> {
    const other = this.#labels.get(checked.code);
    if (other !== undefined) {
      const found = `${checked.code}, as in ${other}`;
      const file = tour.workFile ?? 'vr-info.json';
      throw new TourRefused([{ file, pointer: '/resource_code', expected: 'a resource code of its own', found }]);
    }
    await putAssets(this.#assets, tour.folder, checked);
    this.#labels.set(checked.code, tour.label);
    return checked;
  }

  async #add(tour: CheckedTour): Promise<void> {
    if (this.#waiting.length === 0) this.#waitingSinceMs = performance.now();
    this.#waiting.push(tour);
    this.#waitingBytes += tour.payloads.reduce((sum, { json }) => sum + json.length, 0);
    const isFull =
      this.#waiting.length >= (this.#options.toursPerTransaction ?? TOURS_PER_TRANSACTION) ||
      this.#waitingBytes >= TRANSACTION_BYTES ||
      performance.now() - this.#waitingSinceMs >= TRANSACTION_AFTER_MS;
    if (isFull) await this.#writeWaiting();
  }

  /** Writes what waits. @throws what the store throws. */
  async flush(): Promise<void> {
    await this.#writeWaiting();
    await this.#writing;
  }

  /** Resolves when the store is left alone. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  /** Begins to write what waits, after the transaction before it. @throws what that one threw. */
  async #writeWaiting(): Promise<void> {
    const tours = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#writing;
    if (tours.length === 0) return;
    this.#writing = this.#write(tours);
    // Whoever waits for it next is told; until then it is nobody's.
    this.#writing.catch(() => undefined);
  }

  async #write(tours: readonly CheckedTour[]): Promise<void> {
    try {
      const outcomes = await writeTours(this.#database, this.#teamId, tours, this.#options.record);
      for (const { label, code, warnings } of tours) {
        this.#settle({ label, code, outcome: outcomes.get(code) ?? 'unchanged', warnings });
      }
    } catch (error) {
      if (!isAboutContent(error)) throw error;
      const [tour, ...others] = tours;
      if (tour === undefined) return;
      if (others.length > 0) for (const single of tours) await this.#write([single]);
      else
        this.#refuse(tour.label, [
          { file: tour.label, pointer: '', expected: 'a tour the store takes', found: error.message },
        ]);
    }
  }

  /** @returns undefined when the tour was refused. */
  async #orRefuse<T>(label: string, run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof TourRefused) this.#refuse(label, error.problems);
      else if (isReadError(error)) {
        this.#refuse(label, [{ file: error.path, pointer: '', expected: 'a readable file', found: error.code }]);
      } else throw error;
      return undefined;
    }
  }

  #refuse(label: string, problems: readonly ImportProblem[]): void {
    this.#settle({ label, outcome: 'refused', problems });
  }

  #settle(tour: ImportedTour | RefusedTour): void {
    if (tour.outcome === 'refused') this.refused.push(tour);
    else this.imported.push(tour);
    this.#options.onTour?.(tour, { done: this.imported.length + this.refused.length, total: this.#total });
  }
}

/** The store refused values, not work: SQLSTATE classes 22 (data) and 23 (constraints). One tour's fault, not the others'. */
function isAboutContent(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');
}

/** A file of the import cannot be read. A disk that is full is nobody's fault, and names a path that is nobody's business. */
function isReadError(error: unknown): error is { code: string; path: string } {
  const isFileError = error instanceof Error && 'code' in error && 'path' in error && 'syscall' in error;
  return isFileError && !NO_ROOM.includes(String(error.code));
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'];
