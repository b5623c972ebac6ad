import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { type Checked, type CheckedTour, checkTours } from './check-tour.ts';
import { type Candidate, type FoundTour, findTours, ImportPathError } from './find-tours.ts';
import { ImportWriter, type ImportWriterOptions } from './import-writer.ts';
import { packer } from './pack-tour.ts';
import { type ImportNotice, type ImportProblem, TourRefused } from './problem.ts';
import { putAssets } from './put-assets.ts';
import { startedAhead } from './started-ahead.ts';
import { storedTours } from './store.ts';
import type { Outcome } from './write-tours.ts';

export interface ImportOptions extends ImportWriterOptions {
  /** Resource code of a single bare work that does not say its own. */
  readonly resourceCode?: string;
  /** Checks everything and stores nothing; tours are told of with the outcome that an import would have. */
  readonly dryRun?: boolean;
  /** Refuses tours that are not as the contract describes them, which are otherwise imported with notices. */
  readonly strict?: boolean;
  /** Told of each tour once its fate is settled: a stored one after the commit. */
  readonly onTour?: (tour: ImportedTour | RefusedTour, progress: ImportProgress) => void;
  /**
   * Tours that are read and checked at once; one, if not said. More fill the waits for files, and leave no gap in the
   * event loop for anything else.
   */
  readonly checkedAtOnce?: number;
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
  /** What is odd in it but no reason to refuse it. */
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
  /** Files and links in directories that belong to no tour; of archives, notices of their first tour say it. */
  readonly notTaken: readonly string[];
}

/**
 * How much is under way at once where nothing else is to be served, measured (bench/GROWTH.md). Four tours being checked take
 * three quarters of the time of one after the other, and each holds a tour in memory; three transactions of up to 200 take
 * three fifths of the time of one of 100 after the other.
 */
export const AT_ONCE = { checkedAtOnce: 4, toursPerTransaction: 200, writtenAtOnce: 3 } satisfies ImportOptions;

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
  const notTaken: string[] = [];
  const candidates = await findTours(paths, notTaken);
  const result = await importCandidates(database, assets, teamId, candidates, { ...AT_ONCE, ...options });
  if (result.imported.length + result.refused.length === 0) {
    throw new ImportPathError(
      `No tour in ${paths.join(', ')}: a tour is a directory or .zip with vr-info.json, or a work in a .json file.`,
    );
  }
  return { imported: result.imported, refused: result.refused, notTaken };
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
  } finally {
    await run.settled();
  }
  return run;
}

/** What is to be checked, or cannot be opened; it is refused when its turn comes. */
interface Check {
  readonly label: string;
  readonly check: () => Promise<readonly Checked[]>;
}

/** Tours that a dry run looks up at once. */
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
  #total: number;
  /** Code → where it came from. */
  readonly #labels = new Map<string, string>();

  constructor(database: Database, assets: AssetStore, teamId: string, options: ImportOptions, total: number) {
    this.#database = database;
    this.#teamId = teamId;
    this.#assets = assets;
    this.#options = options;
    this.#total = total;
    const events = {
      onWritten: ({ label, code, notices }: CheckedTour, outcome: Outcome) =>
        this.#settle({ label, code, outcome, notices }),
      onRefused: ({ label }: CheckedTour, found: string) =>
        this.#refuse(label, [{ file: label, pointer: '', expected: 'a tour the store takes', found }]),
    };
    this.#writer = new ImportWriter(database, teamId, events, options);
  }

  /**
   * Takes the tours in their order, whichever of those that are checked at once is ready first, and resolves when all of
   * them are settled.
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

  /** Tells of tours as an import would. */
  async #rehearse(tours: readonly CheckedTour[]): Promise<void> {
    if (tours.length === 0) return;
    const stored = await storedTours(
      this.#database.pool,
      this.#teamId,
      tours.map(({ code }) => code),
    );
    for (const { label, code, notices, hash } of tours) {
      const before = stored.get(code);
      const outcome = before === undefined ? 'created' : before.hash.equals(hash) ? 'unchanged' : 'changed';
      this.#settle({ label, code, outcome, notices });
    }
  }

  /** Resolves when the store is left alone. */
  settled(): Promise<void> {
    return this.#writer.settled();
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
        const { resourceCode: askedCode, strict } = this.#options;
        yield { label: tour.label, check: () => checkTours(tour, { askedCode, strict }) };
      }
    }
  }

  /** Takes the code for the tour and puts its files into the asset store. */
  async #accept(found: Checked): Promise<CheckedTour> {
    if ('refused' in found) throw found.refused;
    const { tour, checked } = found;
    const other = this.#labels.get(checked.code);
    if (other !== undefined) {
      const file = tour.workFile ?? 'vr-info.json';
      const [expected, twice] = ['a resource code of its own', `${checked.code}, as in ${other}`];
      throw new TourRefused([{ file, pointer: '/resource_code', expected, found: twice }]);
    }
    if (this.#options.dryRun !== true) await putAssets(this.#assets, tour.folder, checked);
    this.#labels.set(checked.code, tour.label);
    return checked;
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

/** A file of the import cannot be read. A disk that is full is nobody's fault, and names a path that is nobody's business. */
function isReadError(error: unknown): error is { code: string; path: string } {
  const isFileError = error instanceof Error && 'code' in error && 'path' in error && 'syscall' in error;
  return isFileError && !NO_ROOM.includes(String(error.code));
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'];
