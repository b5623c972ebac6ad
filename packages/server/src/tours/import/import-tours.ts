import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { removalsEnded } from '../files/collect-assets.ts';
import { drawLook } from '../files/collection-store.ts';
import { bringFiles } from './bring-files.ts';
import { type Checked, type CheckedTour, checkTours } from './check-tour.ts';
import { type FileFetcher, type ForeignFetching, fileFetcher } from './fetch-file.ts';
import { type Candidate, type FoundTour, findTours, ImportPathError } from './find-tours.ts';
import type { Folder } from './folder.ts';
import { ImportWriter, type ImportWriterOptions } from './import-writer.ts';
import { packer } from './pack-tour.ts';
import { type ImportNotice, type ImportProblem, TourRefused } from './problem.ts';
import { putAssets } from './put-assets.ts';
import { type Room, takeRoom } from './room.ts';
import { startedAhead } from './started-ahead.ts';
import { filesOfTours, roomOf, storedFiles, storedTours } from './store.ts';
import { guestOf, type Outcome } from './write-tours.ts';

export interface ImportOptions extends ImportWriterOptions {
  /** Resource code of a single bare work that does not say its own. */
  readonly resourceCode?: string;
  /** Checks everything and stores nothing; each tour is reported with the outcome that an import would have. */
  readonly dryRun?: boolean;
  /** Refuses tours that are not as the contract describes them, which are otherwise imported with notices. */
  readonly strict?: boolean;
  /** Address of a tour's files here, with a slash at its end; without it no notice tells them from those of another gateway. */
  readonly filesUrl?: (code: string) => string;
  /** Fetches files that tours name at other hosts into the asset store (decision 0108); not in a dry run. */
  readonly fetchFiles?: ForeignFetching;
  /** Called for each tour when it is settled: for a stored one after the commit. */
  readonly onTour?: (tour: ImportedTour | RefusedTour, progress: ImportProgress) => void;
  /**
   * Number of tours that are read and checked concurrently; 1 by default. More use the time spent waiting for files,
   * but leave the event loop no idle time for anything else.
   */
  readonly checkedAtOnce?: number;
}

export interface ImportProgress {
  /** Tours that are settled. */
  readonly done: number;
  /** Number of tours, as far as is known: an archive counts as one until it is opened. */
  readonly total: number;
}

export interface ImportedTour {
  /** Where it came from, as the user named it. */
  readonly label: string;
  readonly code: string;
  readonly outcome: Outcome;
  /** Notices: what is odd but does not refuse the tour. */
  readonly notices: readonly ImportNotice[];
}

export interface RefusedTour {
  readonly label: string;
  readonly outcome: 'refused';
  readonly problems: readonly ImportProblem[];
}

export interface ImportResult {
  readonly imported: readonly ImportedTour[];
  readonly refused: readonly RefusedTour[];
  /** Files and links in directories that belong to no tour; for archives, notices of their first tour list them. */
  readonly notTaken: readonly string[];
}

/**
 * Concurrency when nothing else is served, measured (bench/GROWTH.md). Checking four tours at once takes three quarters
 * of the time of one after the other, and each holds a tour in memory; three transactions of up to 200 take three
 * fifths of the time of one of 100 after the other.
 */
export const AT_ONCE = { checkedAtOnce: 4, toursPerTransaction: 200, writtenAtOnce: 3 } satisfies ImportOptions;

/**
 * Imports tours into a Team: all or nothing for each tour, safe to repeat, and to interrupt at any moment. Broken tours
 * are refused with every problem; the others are imported nevertheless.
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
  const notTaken: string[] = [];
  const candidates = await findTours(paths, notTaken);
  const result = await importCandidates(database, assets, teamId, candidates, { ...AT_ONCE, ...options });
  if (result.imported.length + result.refused.length === 0) {
    throw new ImportPathError(
      `No tour in ${paths.join(', ')}: a tour is a directory or .zip with vr-info.json, or a work in a .json file. Of pictures, openhouse make-tour makes one.`,
    );
  }
  return { imported: result.imported, refused: result.refused, notTaken };
}

/**
 * The same for candidates that were found already; nothing imported and nothing refused means that there was no tour.
 */
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
  } finally {
    await run.settled();
  }
  return run;
}

/** A tour to check, or one that cannot be opened; that is refused when its turn comes. */
interface Check {
  readonly label: string;
  readonly check: () => Promise<readonly Checked[]>;
}

/** Batch size of lookups in a dry run. */
const REHEARSED_AT_ONCE = 200;

class ImportRun implements ImportResult {
  readonly imported: ImportedTour[] = [];
  readonly refused: RefusedTour[] = [];
  readonly notTaken: readonly string[] = [];
  readonly #database: Database;
  readonly #teamId: string;
  readonly #assets: AssetStore;
  readonly #options: ImportOptions;
  readonly #writer: ImportWriter;
  readonly #fetcher: FileFetcher | undefined;
  #total: number;
  #drawn: Promise<string> | undefined;
  /** What a dry run has left of the plan. */
  #rehearsedRoom: Room | undefined;
  /** The folders of tours that are yet to be written. */
  readonly #folders = new WeakMap<CheckedTour, Folder>();
  /** Code → where it came from. */
  readonly #labels = new Map<string, string>();

  constructor(database: Database, assets: AssetStore, teamId: string, options: ImportOptions, total: number) {
    this.#database = database;
    this.#teamId = teamId;
    this.#assets = assets;
    this.#options = options;
    this.#total = total;
    this.#fetcher = options.fetchFiles && fileFetcher(assets, options.fetchFiles);
    const events = {
      onWritten: ({ label, code, notices }: CheckedTour, outcome: Outcome) =>
        this.#settle({ label, code, outcome, notices }),
      onRefused: ({ label }: CheckedTour, problem: ImportProblem) => this.#refuse(label, [problem]),
      look: () => this.#look(),
      onCollected: (tours: readonly CheckedTour[]) => this.#putAgain(tours),
    };
    this.#writer = new ImportWriter(database, teamId, events, options);
  }

  /**
   * Processes the tours in order, whichever of the concurrent checks ends first, and resolves when all of them are
   * settled.
   */
  async takeAll(candidates: readonly Candidate[]): Promise<void> {
    const { checkedAtOnce = 1 } = this.#options;
    const rehearsed: CheckedTour[] = [];
    const started = startedAhead(this.#checksOf(candidates), checkedAtOnce, ({ check }) => check());
    for await (const { item, outcome } of started) {
      const found = (await this.#orRefuse(item.label, () => outcome)) ?? [];
      this.#total += Math.max(0, found.length - 1);
      for (const one of found) {
        const label = 'tour' in one ? one.tour.label : one.label;
        const tour = await this.#orRefuse(label, () => this.#accept(one));
        if (tour === undefined) continue;
        if (this.#options.dryRun !== true) await this.#writer.add(packer(tour));
        else if (rehearsed.push(tour) === REHEARSED_AT_ONCE) await this.#rehearse(rehearsed.splice(0));
      }
    }
    await this.#rehearse(rehearsed);
    await this.#writer.flush();
  }

  /** Reports the tours as an import would. */
  async #rehearse(tours: readonly CheckedTour[]): Promise<void> {
    if (tours.length === 0) return;
    const { pool } = this.#database;
    const codes = tours.map(({ code }) => code);
    const stored = await storedTours(pool, this.#teamId, codes);
    const files = await filesOfTours(pool, this.#teamId, codes);
    this.#rehearsedRoom ??= await roomOf(pool, this.#teamId);
    const guests = tours.map((tour) => guestOf(tour, stored.get(tour.code), files));
    const taking = this.#rehearsedRoom && takeRoom(this.#rehearsedRoom, guests);
    this.#rehearsedRoom = taking?.left;
    for (const { label, code, notices, hash } of tours) {
      const before = stored.get(code);
      const problem = taking?.refused.get(code);
      if (problem !== undefined) {
        this.#refuse(label, [problem]);
        continue;
      }
      const outcome = before === undefined ? 'created' : before.hash.equals(hash) ? 'unchanged' : 'changed';
      this.#settle({ label, code, outcome, notices });
    }
  }

  /** Resolves when nothing is writing to the store any more. */
  settled(): Promise<void> {
    return this.#writer.settled();
  }

  /** An archive is opened when the checks before it have started. */
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
        yield { label: tour.label, check: () => this.#check(tour) };
      }
    }
  }

  async #check(tour: FoundTour): Promise<readonly Checked[]> {
    const { resourceCode: askedCode, strict, filesUrl, fetchFiles, dryRun } = this.#options;
    const found = await checkTours(tour, { askedCode, strict, filesUrl });
    const fetcher = this.#fetcher;
    if (fetchFiles === undefined || fetcher === undefined || dryRun === true) return found;
    // Files that are there already are not fetched again.
    await this.#look();
    const deps = {
      assets: this.#assets,
      fetching: fetchFiles,
      fetcher,
      storedFiles: (code: string) => storedFiles(this.#database.pool, this.#teamId, code),
    };
    return Promise.all(found.map((one) => ('refused' in one ? one : bringFiles(deps, one))));
  }

  /** Reserves the code for the tour and puts its files into the asset store. */
  async #accept(found: Checked): Promise<CheckedTour> {
    if ('refused' in found) throw found.refused;
    const { tour, checked } = found;
    const other = this.#labels.get(checked.code);
    if (other !== undefined) {
      const file = tour.workFile ?? 'vr-info.json';
      const [expected, twice] = ['a resource code of its own', `${checked.code}, as in ${other}`];
      throw new TourRefused([{ file, pointer: '/resource_code', expected, found: twice }]);
    }
    if (this.#options.dryRun !== true && checked.assets.length > 0) {
      await this.#look();
      await putAssets(this.#assets, tour.folder, checked);
      this.#folders.set(checked, tour.folder);
    }
    this.#labels.set(checked.code, tour.label);
    return checked;
  }

  /** Drawn once, before the first check for a file. */
  #look(): Promise<string> {
    this.#drawn ??= drawLook(this.#database.pool);
    return this.#drawn;
  }

  /** Stores files again that were removed since the check: no tour named them yet. */
  async #putAgain(tours: readonly CheckedTour[]): Promise<string> {
    const hashes = tours.flatMap(({ assets }) => assets.map(({ sha256 }) => sha256));
    await removalsEnded(this.#database, this.#assets, hashes);
    const look = await drawLook(this.#database.pool);
    for (const tour of tours) {
      const folder = this.#folders.get(tour);
      if (folder !== undefined) await putAssets(this.#assets, folder, tour);
    }
    return look;
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

/**
 * A file of the import cannot be read. A full disk is not the sender's fault, and its error names a path that must not
 * be shown.
 */
function isReadError(error: unknown): error is { code: string; path: string } {
  const isFileError = error instanceof Error && 'code' in error && 'path' in error && 'syscall' in error;
  return isFileError && !NO_ROOM.includes(String(error.code));
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'];
