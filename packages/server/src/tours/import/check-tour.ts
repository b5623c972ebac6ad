import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RESOURCE_CODE_PATTERN } from '@openhouse/contract';
import { dataSources } from '../operations.ts';
import { adaptWork } from './adapt-work.ts';
import type { FoundTour } from './find-tours.ts';
import { bounded, readWhole } from './folder.ts';
import { mediaTypeOf } from './media-type.ts';
import { bundleFiles, type CheckedPayload, checkedPayload, type Payload, readOfFile } from './payload.ts';
import { type ImportProblem, TourRefused } from './problem.ts';
import { readJson } from './read-json.ts';
import { summaryOf, type TourSummary } from './summary.ts';
import { quoted, wordsOfValue } from './words.ts';

/** A tour that may be stored: every file has been read and compared with the contract. */
export interface CheckedTour {
  /** Where it came from, as the person named it. */
  readonly label: string;
  readonly code: string;
  readonly name: string;
  /** What its VR basic data says; counts at the first import only. */
  readonly active: boolean;
  /** Whether that is written there, so that the payload may be stored as it is while the tour is in this state. */
  readonly statesActive: boolean;
  /** Sorted by operation; VR basic data is among them. */
  readonly payloads: readonly Payload[];
  /** Sorted by path. */
  readonly assets: readonly TourAsset[];
  /** SHA-256 over all of it: the same tour again has the same hash. */
  readonly hash: Buffer;
  /** What lists of tours say of it. */
  readonly summary: TourSummary;
  /** Sentences on what is odd but no reason to refuse the tour. */
  readonly warnings: readonly string[];
}

export interface TourAsset {
  /** Relative to the bundle's `assets/` folder. */
  readonly path: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: Buffer;
}

/** Raised when what is stored of the same bundle changes, so that importing it again replaces it. */
const IMPORT_FORMAT = 2;
const ASSETS = 'assets/';
const VR_INFO = 'vr-info.json';
/** Longest path of an asset in bytes: it stands in an index of the store. */
const MAX_ASSET_PATH_BYTES = 1024;
/** Characters that no address of a file can carry, or that the store cannot hold. */
const UNSAFE_CHARACTER = /[\p{Cc}\p{Surrogate}\\]/u;

/**
 * Reads a tour and compares it with the contract.
 * @param askedCode The resource code that the tour must have, or gets when it has none.
 * @throws {TourRefused} with every problem found.
 */
export async function checkTour(tour: FoundTour, askedCode: string | undefined): Promise<CheckedTour> {
  const problems: ImportProblem[] = [];
  const warnings: string[] = tour.ignored.map(
    (file) => `${file} is ignored: only the work is read without vr-info.json`,
  );
  const { payloads, assetFiles } =
    tour.workFile === undefined
      ? await bundlePayloads(tour, problems, warnings)
      : { payloads: [await workPayload(tour, tour.workFile, askedCode)], assetFiles: [] };

  const basics = payloads.find(({ op }) => op === dataSources['vr-info'].op)?.value;
  const { resource_code: code, name, is_active: active } = (basics ?? {}) as Record<string, unknown>;
  if (basics !== undefined) problems.push(...codeProblems(code, askedCode, tour.workFile ?? VR_INFO));
  if (problems.length > 0 || typeof code !== 'string') throw new TourRefused(problems);

  const assets: TourAsset[] = [];
  for (const file of assetFiles) assets.push(await hashedAsset(tour, file));
  warnings.push(...missingFiles(payloads, assets));
  await nextTurn();
  const hash = hashOf(payloads, assets);
  const summary = summaryOf(basics, payloads, assets);
  return {
    label: tour.label,
    code,
    name: String(name),
    active: active === true,
    statesActive: typeof active === 'boolean',
    payloads: payloads.map(({ value: _, ...payload }) => payload),
    assets,
    hash,
    summary,
    warnings,
  };
}

async function workPayload(tour: FoundTour, file: string, askedCode: string | undefined): Promise<CheckedPayload> {
  const { json, value } = readJson(await readWhole(tour.folder, file), file);
  const adapted = adaptWork(json, value, { file, askedCode, codeOfFile: tour.codeOfFile });
  return checkedPayload('vr-info', dataSources['vr-info'], adapted, file);
}

async function bundlePayloads(tour: FoundTour, problems: ImportProblem[], warnings: string[]) {
  const payloads: CheckedPayload[] = [];
  const assetFiles: string[] = [];
  const files = [...(await tour.folder.files()).keys()].filter((file) => !isHidden(file));
  if (!files.includes(VR_INFO)) {
    problems.push({
      file: VR_INFO,
      pointer: '',
      expected: 'VR basic data: every bundle has this file',
      found: 'no such file',
    });
  }
  for (const file of files) {
    const read = readOfFile(file);
    if (read !== undefined && read.source.kind !== 'links') {
      try {
        payloads.push(await checkedPayload(read.name, read.source, await readWhole(tour.folder, file), file));
      } catch (error) {
        if (!(error instanceof TourRefused)) throw error;
        problems.push(...error.problems);
      }
    } else if (file.startsWith(ASSETS)) {
      const problem = assetPathProblem(file);
      if (problem === undefined) assetFiles.push(file);
      else problems.push(problem);
    } else if (/^[^/]+\.json$/i.test(file)) {
      const found = read === undefined ? 'a file of no operation' : 'a file of links that are made for each call';
      problems.push({ file, pointer: '', expected: `one of ${bundleFiles.join(', ')}`, found });
    } else warnings.push(`${file} is ignored: a bundle consists of JSON files and assets/`);
  }
  return { payloads: payloads.sort((left, right) => left.op - right.op), assetFiles };
}

/** Files that operating systems and archivers leave behind. */
const isHidden = (file: string): boolean =>
  file.split('/').some((segment) => segment.startsWith('.') || segment === '__MACOSX');

function codeProblems(code: unknown, askedCode: string | undefined, file: string): ImportProblem[] {
  const pointer = '/resource_code';
  if (typeof code !== 'string' || !new RegExp(RESOURCE_CODE_PATTERN).test(code)) {
    return [
      {
        file,
        pointer,
        expected: 'a resource code: 1 to 64 letters, digits, hyphens or underscores',
        found: wordsOfValue(code),
      },
    ];
  }
  if (askedCode === undefined || askedCode === code) return [];
  return [{ file, pointer, expected: `${quoted(askedCode)}, the resource code asked for`, found: quoted(code) }];
}

function assetPathProblem(file: string): ImportProblem | undefined {
  const path = file.slice(ASSETS.length);
  const isAddressable = path.split('/').every((segment) => !['', '.', '..'].includes(segment));
  if (isAddressable && !UNSAFE_CHARACTER.test(path) && Buffer.byteLength(path) <= MAX_ASSET_PATH_BYTES)
    return undefined;
  const expected = `a path of at most ${MAX_ASSET_PATH_BYTES} bytes without backslashes and control characters`;
  return { file, pointer: '', expected, found: quoted(path) };
}

async function hashedAsset({ folder }: FoundTour, file: string): Promise<TourAsset> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bounded(folder.read(file), file)) {
    hash.update(chunk);
    size += chunk.length;
  }
  const path = file.slice(ASSETS.length);
  return { path, mediaType: mediaTypeOf(path), size, sha256: hash.digest() };
}

/** The extended file list may name files that lie elsewhere; those that it names as the tour's own should be there. */
function missingFiles(payloads: readonly CheckedPayload[], assets: readonly TourAsset[]): string[] {
  const list = payloads.find(({ op }) => op === dataSources['file-detail'].op)?.value;
  const { file_list: files } = (list ?? { file_list: [] }) as { file_list: readonly { path?: string }[] };
  const known = new Set(assets.map(({ path }) => path));
  return files.flatMap(({ path = '' }, index) => {
    const isMissing = path !== '' && !path.includes('://') && !known.has(path);
    return isMissing
      ? [`file-detail.json#/file_list/${index}/path names ${quoted(path)}, which is not in assets/`]
      : [];
  });
}

function hashOf(payloads: readonly Payload[], assets: readonly TourAsset[]): Buffer {
  const hash = createHash('sha256').update(`openhouse import ${IMPORT_FORMAT}\n`);
  // Each part says its length first, so that no two tours can spell the same bytes.
  for (const { op, json } of payloads) hash.update(`payload ${op} ${json.length}\n`).update(json);
  for (const { path, mediaType, size, sha256 } of assets) {
    hash.update(`asset ${JSON.stringify([path, mediaType, size])}\n`).update(sha256);
  }
  return hash.digest();
}
