import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanName, operationFile, RESOURCE_CODE_PATTERN } from '@openhouse/contract';
import { withMembers } from '../../kernel/json/splice.ts';
import { WITHOUT_BASE } from '../base-url.ts';
import { dataSources } from '../operations.ts';
import { adaptWork, codeText, hasScene, isWork } from './adapt-work.ts';
import { servedNames } from './asset-names.ts';
import { twiceNotices, wholeTourNotices } from './check-whole.ts';
import type { FoundTour } from './find-tours.ts';
import { bounded, readWhole, tooLarge, tooMany } from './folder.ts';
import { mediaTypeOf } from './media-type.ts';
import { namedFiles } from './named-files.ts';
import { bundleFiles, type CheckedPayload, checkedPayload, type Payload, readOfFile, readPayload } from './payload.ts';
import { type ImportNotice, type ImportProblem, strictProblems, TourRefused } from './problem.ts';
import { elementsIn, inUtf8, type JsonFile, memberIn, readJson } from './read-json.ts';
import { summaryOf, type TourSummary } from './summary.ts';
import { quoted, wordsOfValue } from './words.ts';

/** A tour that may be stored: every file has been read and compared with the contract. */
export interface CheckedTour {
  /** Where it came from, as the user named it. */
  readonly label: string;
  readonly code: string;
  readonly name: string;
  /** From its VR basic data; used at the first import only. */
  readonly active: boolean;
  /** Sorted by operation; VR basic data is among them. */
  readonly payloads: readonly Payload[];
  /** Sorted by path. */
  readonly assets: readonly TourAsset[];
  /** SHA-256 over all of it: the same tour again has the same hash. */
  readonly hash: Buffer;
  /** What lists of tours say of it. */
  readonly summary: TourSummary;
  /** Notices: what is odd but does not refuse the tour. */
  readonly notices: readonly ImportNotice[];
}

export interface TourAsset {
  /** The path it is served under, relative to `assets/`. */
  readonly path: string;
  /** Its path in the bundle. */
  readonly file: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: Buffer;
}

/** Raised when the same bundle is stored differently, so that importing it again replaces it. */
const IMPORT_FORMAT = 3;
const ASSETS = 'assets/';
const VR_INFO = 'vr-info.json';
/** Maximum length of an asset's path in bytes: it is in an index of the store. */
export const MAX_ASSET_PATH_BYTES = 1024;
/** Characters that no address of a file can carry, or that the store cannot hold. */
const UNSAFE_CHARACTER = /[\p{Cc}\p{Surrogate}\\]/u;

/** The result of a check: one checked tour, or one for each work of an array. */
export type Checked =
  | { readonly tour: FoundTour; readonly checked: CheckedTour }
  | { readonly label: string; readonly refused: TourRefused };

export interface CheckOptions {
  /** The resource code that the tour must have, or gets when it has none. */
  readonly askedCode?: string | undefined;
  /** Refuses what the contract does not describe, instead of adding a notice. */
  readonly strict?: boolean | undefined;
  /** Address of a tour's files here, with a slash at its end; unknown where nothing is imported. */
  readonly filesUrl?: ((code: string) => string) | undefined;
}

/**
 * Reads a tour, or the array of works that a file holds, and compares each with the contract.
 * @throws {TourRefused} with every problem found, when the file holds one tour.
 */
export async function checkTours(tour: FoundTour, options: CheckOptions): Promise<readonly Checked[]> {
  const { workFile } = tour;
  if (tour.broken !== undefined) throw tour.broken;
  if (workFile === undefined) return [{ tour, checked: await checkBundle(tour, options) }];
  const content = worksIn(await readWhole(tour.folder, workFile), workFile);
  if (!Array.isArray(content.value)) return [{ tour, checked: await checkWork(tour, content, options) }];
  const works = content.value;
  if (works.length === 0) {
    throw new TourRefused([{ file: workFile, pointer: '', expected: 'a work: an object', found: wordsOfValue(works) }]);
  }
  const { archiveTours } = tour.folder.limits;
  if (works.length > archiveTours) throw tooMany(workFile, works.length, archiveTours, 'tours');
  const checked: Checked[] = [];
  for (const [index, json] of elementsIn(content, workFile).entries()) {
    const label = works.length === 1 ? tour.label : `${tour.label}#/${index}`;
    const isNumbered = works.length > 1 && tour.codeOfFile !== '';
    const codeOfFile = isNumbered ? `${tour.codeOfFile}-${index + 1}` : tour.codeOfFile;
    const one = { ...tour, label, codeOfFile, notices: index === 0 ? tour.notices : [] };
    const notice: ImportNotice = {
      kind: 'array-of-works',
      file: workFile,
      pointer: `/${index}`,
      expected: 'one work in a file',
      found: wordsOfValue(works),
      meaning: 'each work of the array is a tour',
    };
    try {
      // An element may have an envelope of its own.
      const element = isWork(works[index])
        ? { ...content, json, value: works[index], notices: [] }
        : readJson(json, workFile);
      const work = { ...element, notices: [...content.notices, notice, ...element.notices] };
      checked.push({ tour: one, checked: await checkWork(one, work, options) });
    } catch (error) {
      if (!(error instanceof TourRefused)) throw error;
      checked.push({ label, refused: error });
    }
  }
  return checked;
}

/**
 * The content of a work file: one work, or an array of them. JSON lines are an array, and so is the list of an answer
 * that holds works (`{list, total}`); a list of codes and names holds no works.
 */
function worksIn(bytes: Buffer, file: string): JsonFile {
  const encoding: ImportNotice[] = [];
  const text = inUtf8(bytes, file, encoding);
  const lines = jsonLines(text);
  if (lines !== undefined) {
    const [expected, found, meaning] = ['JSON', 'a JSON text on each line', 'each line is a tour'];
    encoding.push({ kind: 'array-of-works', file, pointer: '', expected, found, meaning });
  }
  const read = readJson(lines ?? text, file);
  const content = { ...read, notices: [...encoding, ...read.notices] };
  if (lines !== undefined) return content;
  const { value } = content;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isWork(value)) return content;
  const lists = Object.entries(value).filter(
    ([, list]) => Array.isArray(list) && list.length > 0 && list.every(hasScene),
  );
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) return content;
  const [field, list] = only;
  return { ...content, json: memberIn(content, field, file), value: list };
}

/** JSON lines as an array; undefined for anything else. A single work on one line is a work. */
function jsonLines(bytes: Buffer): Buffer | undefined {
  // Most files are one JSON text: their first line does not end it, or their second does not begin with another.
  const first = bytes.indexOf(0x0a);
  if (first === -1 || !/^\s*\{/.test(bytes.toString('latin1', first, first + 64))) return undefined;
  const texts = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  if (texts.length < 2 || !texts.every((line) => /^\s*\{.*\}\s*$/.test(line))) return undefined;
  return Buffer.from(`[${texts.join(',')}]`);
}

/** A payload, by the file that it came from. */
interface FilePayload extends CheckedPayload {
  readonly file: string;
}

async function checkWork(tour: FoundTour, content: JsonFile, options: CheckOptions) {
  const file = tour.workFile ?? VR_INFO;
  const { json, value, notices } = content;
  const adapted = adaptWork(json, value, { file, askedCode: options.askedCode, codeOfFile: tour.codeOfFile });
  const isWhole = adapted === json;
  const work = isWhole ? content : { ...content, json: adapted, value: JSON.parse(adapted.toString()) as unknown };
  const checked = await checkedPayload('vr-info', dataSources['vr-info'], { ...work, notices: [] }, file);
  const ignored = tour.ignored.map((name) => notTaken(name, 'only the work is read without vr-info.json'));
  const found = [...notices, ...checked.notices, ...ignored];
  const payloads = checked.payload === undefined ? [] : [{ ...checked.payload, file }];
  return wholeTour(tour, payloads, [], found, [], options);
}

async function checkBundle(tour: FoundTour, options: CheckOptions): Promise<CheckedTour> {
  const problems: ImportProblem[] = [];
  const notices: ImportNotice[] = [];
  const { payloads, assetFiles } = await bundlePayloads(tour, problems, notices, options.askedCode);
  return wholeTour(tour, payloads, assetFiles, notices, problems, options);
}

/** Checks rules about the tour as a whole. */
async function wholeTour(
  tour: FoundTour,
  payloads: readonly FilePayload[],
  assetFiles: readonly AssetFile[],
  found: readonly ImportNotice[],
  foundProblems: readonly ImportProblem[],
  { askedCode, strict = false, filesUrl }: CheckOptions,
): Promise<CheckedTour> {
  const problems = [...foundProblems];
  const basics = payloads.find(({ op }) => op === dataSources['vr-info'].op)?.value;
  const { resource_code: ownCode, name, is_active: active } = (basics ?? {}) as Record<string, unknown>;
  // Requests use its digits; the payload keeps the number, and a notice says so.
  const code = codeText(ownCode);
  if (basics !== undefined) problems.push(...codeProblems(code, askedCode, tour.workFile ?? VR_INFO));
  if (strict) problems.push(...strictProblems(found));
  if (problems.length > 0 || typeof code !== 'string') {
    throw new TourRefused(
      problems.sort((left, right) => (left.file < right.file ? -1 : Number(left.file > right.file))),
    );
  }

  const named = namedFiles(
    payloads.map(({ file, value }) => ({ file: file === tour.workFile ? VR_INFO : file, value })),
    code,
    { place: filesUrl && { filesUrl: filesUrl(code), paths: assetFiles.map(({ path }) => path) } },
  );
  const { names, notices: renamed } = servedNames(
    assetFiles.map(({ path }) => path),
    named,
  );
  const assets: TourAsset[] = [];
  for (const { file, path } of assetFiles) assets.push(await hashedAsset(tour, file, names.get(path) ?? path));
  assets.sort((left, right) => (left.path < right.path ? -1 : 1));
  await nextTurn();
  const whole = wholeTourNotices(basics, named, assets, filesUrl?.(code));
  for (const { file, value } of payloads) whole.push(...twiceNotices(file, value));
  const needsBase = named.lacksBase && assets.length > 0;
  const file = tour.workFile ?? VR_INFO;
  const inFile = (notice: ImportNotice) => (notice.file === VR_INFO ? { ...notice, file } : notice);
  const stored = payloads.map(({ value: _, file: __, ...payload }) =>
    needsBase && payload.op === dataSources['vr-info'].op ? { ...payload, slices: WITHOUT_BASE } : payload,
  );
  return {
    label: tour.label,
    code,
    // The payload keeps its bytes; lists show this (decision 0103).
    name: (typeof name === 'string' && cleanName(name)) || code,
    active: active === true,
    payloads: stored,
    assets,
    hash: hashOf(stored, assets),
    summary: summaryOf(basics, payloads, assets),
    notices: [
      ...tour.notices,
      ...found,
      ...renamed,
      ...whole.map(inFile),
      ...(needsBase ? [withoutBase(file, basics)] : []),
    ],
  };
}

const withoutBase = (file: string, basics: unknown): ImportNotice => ({
  kind: 'no-base-url',
  file,
  pointer: '/base_url',
  expected: 'the whole address that relative addresses start from',
  found: wordsOfValue((basics as { readonly base_url?: unknown }).base_url),
  meaning: 'readers get the address of its files here as base_url',
});

/** An empty file of an operation: the export of a tour that had none. */
const leftOut: Omit<ImportNotice, 'file'> = {
  kind: 'operation-left-out',
  pointer: '',
  expected: 'JSON',
  found: 'an empty file',
  meaning: 'the tour is served without this operation',
};

const notTaken = (file: string, why: string): ImportNotice => ({
  kind: 'not-taken',
  file,
  pointer: '',
  expected: `a file of a bundle: ${why}`,
  found: 'another file',
  meaning: 'not imported: readers never see it',
});

/** A file below assets/. */
interface AssetFile {
  /** Its path in the bundle. */
  readonly file: string;
  /** Below the folder. */
  readonly path: string;
}

async function bundlePayloads(
  tour: FoundTour,
  problems: ImportProblem[],
  notices: ImportNotice[],
  askedCode: string | undefined,
) {
  const payloads: FilePayload[] = [];
  const assetFiles: AssetFile[] = [];
  const { sizes, leftOut: others } = await tour.folder.files();
  const files = [...sizes.keys()].filter((file) => !isHidden(file));
  notices.push(...others.filter(({ file }) => !isHidden(file)));
  const { jsonBytes } = tour.folder.limits;
  let jsonSoFar = 0;
  /** Name in lower case → the file that is used for it: the one spelled correctly, or the first. */
  const taken = new Map<string, string>();
  for (const file of files.filter((name) => !name.includes('/'))) {
    const name = operationFile(file);
    if (file === name || !taken.has(name)) taken.set(name, file);
  }
  if (!taken.has(VR_INFO)) {
    problems.push({
      file: VR_INFO,
      pointer: '',
      expected: 'VR basic data: every bundle has this file',
      found: others.find(({ file }) => operationFile(file) === VR_INFO)?.found ?? 'no such file',
    });
  }
  for (const file of files) {
    const name = file.includes('/') ? file.toLowerCase() : operationFile(file);
    const read = readOfFile(name);
    if (read !== undefined && read.source.kind !== 'links' && taken.get(name) === file) {
      if (file !== name) notices.push(otherSpelling(file, name));
      try {
        const bytes = await readWhole(tour.folder, file);
        jsonSoFar += bytes.length;
        if (jsonSoFar > jsonBytes) throw tooLarge(file, jsonBytes, ' of JSON in a tour');
        if (name !== VR_INFO && bytes.every((byte) => byte <= 0x20)) {
          notices.push({ ...leftOut, file });
          continue;
        }
        const content =
          name === VR_INFO ? basicsIn(bytes, file, askedCode) : await readPayload(read.name, read.source, bytes, file);
        const checked = await checkedPayload(read.name, read.source, content, file);
        notices.push(...checked.notices);
        if (checked.payload !== undefined) payloads.push({ ...checked.payload, file: name });
      } catch (error) {
        if (!(error instanceof TourRefused)) throw error;
        problems.push(...error.problems);
      }
    } else if (name.startsWith(ASSETS)) {
      const problem = assetPathProblem(file);
      if (problem === undefined) assetFiles.push({ file, path: file.slice(ASSETS.length) });
      else problems.push(problem);
    } else if (/^[^/]+\.json$/.test(name)) {
      const found = read === undefined ? 'a file of no operation' : 'a file of links that are made for each call';
      const meaning = 'not imported: readers never see it';
      const expected = `one of ${bundleFiles.join(', ')}`;
      const twice = read !== undefined && read.source.kind !== 'links' ? `${taken.get(name)} is taken instead` : found;
      notices.push({ kind: 'not-taken', file, pointer: '', expected, found: twice, meaning });
    } else notices.push(notTaken(file, 'it consists of JSON files and assets/'));
  }
  return {
    payloads: payloads.sort((left, right) => left.op - right.op),
    assetFiles: withoutClashes(assetFiles, notices),
  };
}

const otherSpelling = (file: string, name: string): ImportNotice => ({
  kind: 'name-spelling',
  file,
  pointer: '',
  expected: quoted(name),
  found: quoted(file),
  meaning: `taken as ${name}`,
});

/** `assets/` and `Assets/` side by side may hold a file of one name: the one in `assets/` is used. */
function withoutClashes(files: readonly AssetFile[], notices: ImportNotice[]): AssetFile[] {
  const byPath = new Map<string, AssetFile>();
  for (const one of files) {
    const other = byPath.get(one.path);
    if (other === undefined || one.file.startsWith(ASSETS)) byPath.set(one.path, one);
    if (other === undefined) continue;
    const left = byPath.get(one.path) === one ? other : one;
    notices.push(notTaken(left.file, `${byPath.get(one.path)?.file} has its name`));
  }
  const odd = files.find(({ file }) => !file.startsWith(ASSETS));
  if (odd !== undefined) notices.push(otherSpelling(odd.file.slice(0, ASSETS.length), ASSETS));
  return [...byPath.values()];
}

/** VR basic data of a bundle: one work in an array is that work, and a code of the older shape is its code. */
function basicsIn(bytes: Buffer, file: string, askedCode: string | undefined): JsonFile {
  const read = readJson(bytes, file);
  const content = Array.isArray(read.value) && read.value.length === 1 ? onlyElement(read, file) : read;
  const { json, value: work } = content;
  if (typeof work !== 'object' || work === null || Array.isArray(work) || 'resource_code' in work) return content;
  const code = 'vr_code' in work ? codeText(work.vr_code) : askedCode;
  if (typeof code !== 'string') return content;
  const notice: ImportNotice = {
    kind: 'missing',
    file,
    pointer: '/resource_code',
    expected: 'a string',
    found: 'nothing',
    meaning: `readers get ${quoted(code)}, ${'vr_code' in work ? 'its vr_code' : 'the code asked for'}`,
  };
  return {
    ...content,
    json: withMembers(json, { resource_code: JSON.stringify(code) }),
    value: { ...work, resource_code: code },
    notices: [...content.notices, notice],
  };
}

function onlyElement(read: JsonFile, file: string): JsonFile {
  const [json = read.json] = elementsIn(read, file);
  const notice: ImportNotice = {
    kind: 'array-of-works',
    file,
    pointer: '',
    expected: 'an object',
    found: 'an array of 1',
    meaning: 'its only element is the tour',
  };
  return {
    ...read,
    json,
    value: (read.value as readonly unknown[])[0],
    notices: [...read.notices, notice],
  };
}

/** Files that operating systems and archivers leave behind. */
const isHidden = (file: string): boolean =>
  file
    .split('/')
    .some(
      (segment) => segment.startsWith('.') || segment === '__MACOSX' || /^(?:thumbs\.db|desktop\.ini)$/i.test(segment),
    );

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

async function hashedAsset({ folder }: FoundTour, file: string, path: string): Promise<TourAsset> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bounded(folder.read(file), file)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { path, file, mediaType: mediaTypeOf(path), size, sha256: hash.digest() };
}

function hashOf(payloads: readonly Payload[], assets: readonly TourAsset[]): Buffer {
  const hash = createHash('sha256').update(`openhouse import ${IMPORT_FORMAT}\n`);
  // Each part is preceded by its length, so that no two tours can give the same bytes.
  for (const { op, json, slices } of payloads) {
    hash.update(`payload ${op} ${json.length}${slices === WITHOUT_BASE ? ' without base' : ''}\n`).update(json);
  }
  for (const { path, mediaType, size, sha256 } of assets) {
    hash.update(`asset ${JSON.stringify([path, mediaType, size])}\n`).update(sha256);
  }
  return hash.digest();
}
