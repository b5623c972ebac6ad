import { operationOf } from '../operations.ts';
import { type CheckedTour, checkTours } from './check-tour.ts';
import { type FoundTour, findTours, ImportPathError } from './find-tours.ts';
import { namedFiles, ownFileAt } from './named-files.ts';
import { MAX_LISTED_PROBLEMS, problemText, TourRefused } from './problem.ts';

/** A tour as it lies on a disk, read as an import reads it. Nothing is stored. */
export interface TourOnDisk {
  readonly code: string;
  readonly name: string;
  /** The JSON of each operation that the tour has, as the gateway would serve it. */
  readonly payloads: ReadonlyMap<string, Buffer>;
  /** Sizes of its files in bytes, by path below `assets/`. */
  readonly files: ReadonlyMap<string, number>;
  /** @param path Of a file that is there. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** @returns The path of an address in VR basic data, whether it is there or not; undefined for one elsewhere. */
  pathOf(address: string): string | undefined;
  /** What the payloads of some operations name. */
  namedBy(operations: readonly string[]): NamedByTour;
}

export interface NamedByTour {
  /** Paths below `assets/`, whether they are there or not. */
  readonly own: readonly string[];
  /** Addresses elsewhere, by host. */
  readonly elsewhere: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Reads the one tour at a path: a bundle (directory or .zip), or a bare work.
 * @throws {ImportPathError} When there is none, more than one, or one that an import would refuse.
 */
export async function tourOnDisk(path: string): Promise<TourOnDisk> {
  try {
    const [only] = await checkTours(await onlyTour(path), {});
    if (only === undefined) throw new ImportPathError(`${path} holds no tour.`);
    if ('refused' in only) throw only.refused;
    return readable(only.tour, only.checked);
  } catch (error) {
    if (!(error instanceof TourRefused)) throw error;
    const problems = error.problems.slice(0, MAX_LISTED_PROBLEMS).map((problem) => `\n  ${problemText(problem)}`);
    throw new ImportPathError(`${path} cannot be read as a tour:${problems.join('')}`);
  }
}

async function onlyTour(path: string): Promise<FoundTour> {
  const found: FoundTour[] = [];
  for (const candidate of await findTours([path])) {
    found.push(...(await candidate.tours()));
    if (found.length > 1) break;
  }
  const [tour, other] = found;
  if (tour === undefined) {
    throw new ImportPathError(
      `${path} holds no tour: name a bundle (a directory or .zip with vr-info.json) or a work (.json).`,
    );
  }
  if (other !== undefined) {
    throw new ImportPathError(`${path} holds several tours, such as ${tour.label} and ${other.label}: name one.`);
  }
  return tour;
}

function readable({ folder }: FoundTour, { code, name, payloads, assets }: CheckedTour): TourOnDisk {
  const jsonOf = new Map(payloads.map(({ op, json }) => [operationOf(op) as string, json]));
  const files = new Map(assets.map((asset) => [asset.path, asset]));
  const { base_url: base } = parsed(jsonOf.get('vr-info')) as { readonly base_url?: unknown };
  return {
    code,
    name,
    payloads: jsonOf,
    files: new Map(assets.map(({ path, size }) => [path, size])),
    read(path) {
      const asset = files.get(path);
      if (asset === undefined) throw new RangeError(`The tour has no file ${path}.`);
      return folder.read(asset.file);
    },
    pathOf: (address) => ownFileAt(typeof base === 'string' ? base : '', code, address),
    namedBy(operations) {
      const naming = operations.flatMap((operation) => {
        const json = jsonOf.get(operation);
        return json === undefined ? [] : [{ file: `${operation}.json`, value: parsed(json) }];
      });
      const { own, foreign } = namedFiles(naming, code);
      return { own: [...own.keys()], elsewhere: foreign };
    },
  };
}

const parsed = (json: Buffer | undefined): unknown => JSON.parse(json?.toString() ?? '{}');
