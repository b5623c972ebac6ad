import { createHash, randomBytes } from 'node:crypto';
import { access, appendFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import {
  bundledEndpoints,
  filePrivatePresign,
  groupTree,
  hotDetail,
  hotList,
  isPrivateFile,
  PRIVATE_FOLDER,
  type ReadEndpoint,
} from '@openhouse/contract';
import { renamed } from '@openhouse/server/renamed';
import { GatewayRefusal } from '../bounded-call.ts';
import { bytesText } from '../bytes-text.ts';
import { Refusal } from '../command.ts';
import { nameReason } from '../write-refusal.ts';
import { inPlaceOf, isOneFile, withoutCapitals } from './alike.ts';
import { firstPlace, nameAt, type Place, type Tiling, tilesOfSubtree } from './counted-tiles.ts';
import { type EarlierCopy, earlierCopy, idText, type NotedVersion, sha256, versionsFile } from './earlier-copy.ts';
import { besideOf, filesOfModel, isCounted, tilingsIn } from './files-of-model.ts';
import { elements, member, textOf, whole } from './json-spans.ts';
import { isSafePath, type OwnFile, ownFiles, signedFile } from './own-files.ts';
import type { PoliteGateway } from './polite-gateway.ts';

/** A tour to read, as a person names it. */
export interface NamedTour {
  readonly resourceCode: string;
  /** Root of its combined tour; undefined when nothing says it. */
  readonly nodeCode: string | undefined;
}

export interface PullLimits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files of a tour. */
  readonly tourBytes: number;
}

/** The outcome for a tour. */
export interface PulledTour {
  /** `updated` and `unchanged`: of a bundle that was there, by what came now. */
  readonly outcome: 'pulled' | 'updated' | 'unchanged' | 'there already';
  readonly directory: string;
  readonly operations: number;
  readonly files: number;
  /** What is missing, and why. */
  readonly warnings: readonly string[];
}

/** What did not come, however often it was asked for. */
export interface Missing {
  /** Path in the bundle. */
  readonly file: string;
  readonly reason: string;
}

/** Some files did not come; what came is kept, and the next run fetches the rest. */
export class IncompleteTour extends Refusal {
  override name = 'IncompleteTour';
  readonly missing: readonly Missing[];

  constructor(missing: readonly Missing[]) {
    const [first] = missing;
    const more = missing.length === 1 ? '' : `, and ${missing.length - 1} more`;
    super(
      'INCOMPLETE',
      `${first?.file}: ${first?.reason}${more} Run the command again: it fetches what is missing.`.replace(
        /\.(?=,)/,
        '',
      ),
      4,
    );
    this.missing = missing;
  }
}

/** So many files in a row that did not come: the gateway is away, and the others would be waited for in vain. */
const MOST_IN_A_ROW = 3;

/** Fetches one file after the other, and notes those that do not come. */
class Fetches {
  readonly missing: Missing[] = [];
  private inARow = 0;

  /** @throws {IncompleteTour} after several failures in a row, and whatever is not worth a repeat. */
  async one<Result>(file: string, fetched: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await fetched();
      this.inARow = 0;
      return result;
    } catch (error) {
      if (!(error instanceof Refusal) || error.exitCode !== 4) throw error;
      this.missing.push({ file, reason: error.message });
      this.inARow += 1;
      if (this.inARow >= MOST_IN_A_ROW) throw new IncompleteTour(this.missing);
      return undefined;
    }
  }

  isMissing(name: string): boolean {
    return this.missing.some(({ file }) => file === name);
  }
}

/** Signed links per call: an address has a maximum length. */
const PRESIGNED_AT_ONCE = 20;
/** Statuses that mean: the tour has no such data. */
const NOTHING = ['err_resource_not_found'];

/**
 * Downloads every operation of a tour into a bundle (decision 0049), payloads byte for byte. An interrupted pull resumes:
 * files that are there are not fetched again. The bundle's directory appears only once it is complete.
 * @param into Directory in which the bundle is created.
 * @param update Whether a bundle that is there is brought up to date: what has not changed costs a header each, and the
 *   bundle is replaced once everything has come.
 * @throws {Refusal} when the gateway refuses the tour.
 * @throws {IncompleteTour} when files did not come.
 */
export async function pullTour(
  gateway: PoliteGateway,
  { resourceCode, nodeCode }: NamedTour,
  into: string,
  limits: PullLimits,
  update = false,
): Promise<PulledTour> {
  const directory = join(into, resourceCode);
  const isUpdate = await isThere(directory);
  if (isUpdate) await refuseAlike(into, resourceCode, resourceCode);
  if (isUpdate && !update) return { outcome: 'there already', directory, operations: 0, files: 0, warnings: [] };
  const draft = new Draft(into, resourceCode, isUpdate ? await earlierCopy(into, resourceCode) : undefined);
  await draft.begin();
  await refuseAlike(into, basename(draft.directory), resourceCode);
  try {
    return await pullInto(draft, gateway, { resourceCode, nodeCode }, limits);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!(error instanceof Overtaken) && !(isMissing && (await draft.isOvertaken()))) throw error;
    throw new Refusal(
      'OVERTAKEN',
      `Another openhouse pull has finished ${resourceCode} here meanwhile, and its bundle is whole. Let one run at a time.`,
      4,
    );
  }
}

/** @throws {Refusal} Where the disk takes the folder of another tour, or its draft, for this one's. */
async function refuseAlike(into: string, name: string, resourceCode: string): Promise<void> {
  const other = await inPlaceOf(into, name);
  if (other === undefined) return;
  throw new Refusal(
    'NAME_TAKEN',
    `${other} is in the place of ${name}, because this disk does not tell capitals apart. Pull ${resourceCode} to another directory with --to.`,
  );
}

/** Brings everything of a tour into its draft, and puts that in its place. */
async function pullInto(
  draft: Draft,
  gateway: PoliteGateway,
  { resourceCode, nodeCode }: NamedTour,
  limits: PullLimits,
): Promise<PulledTour> {
  const fetches = new Fetches();
  const keep = (name: string, fetched: Fetch) => fetches.one(name, () => draft.keep(name, fetched));
  const query = { resource_code: resourceCode };
  for (const endpoint of bundledEndpoints) {
    if (!('resource_code' in endpoint.query.properties)) continue;
    await keep(`${endpoint.name}.json`, (known) => payloadOf(gateway, endpoint, query, known));
  }
  if (!fetches.isMissing('vr-info.json') && !(await draft.has('vr-info.json'))) {
    await rm(draft.directory, { recursive: true, force: true });
    throw new Refusal('err_resource_not_found', `${gateway.baseUrl} has no tour ${resourceCode} for this app.`);
  }
  // Without the list, which tags there are is not known.
  if (!fetches.isMissing(`${hotList.name}.json`)) {
    await keep(DETAILS, async () => detailsOf(gateway, draft, await draft.read(`${hotList.name}.json`)));
  }
  await keep(`${groupTree.name}.json`, async (known) => {
    const node = await payloadOf(gateway, groupTree, { node_code: nodeCode ?? resourceCode }, known);
    return node === undefined || node.bytes === 'known' ? node : { ...node, bytes: listOf([node.bytes]) };
  });
  const { files, warnings } = await pullFiles(gateway, resourceCode, draft, fetches, limits);
  if (fetches.missing.length > 0) throw new IncompleteTour(fetches.missing);
  const { operations, outcome } = await draft.finish();
  return { outcome, directory: draft.place, operations, files, warnings };
}

const DETAILS = `${hotDetail.name}.json`;

/** A piece of a tour that came: its bytes, unless they are those that were known. */
interface Fetched {
  readonly bytes: Buffer | 'known';
  readonly etag: string | undefined;
}

/** @param known ETag of what is there. @returns undefined if the tour has no such piece. */
type Fetch = (known: string | undefined) => Promise<Fetched | undefined>;

/** Another run that was at the same draft has put it in its place: what comes now would make a bundle without the rest. */
class Overtaken extends Error {
  override name = 'Overtaken';
}

/** The unfinished bundle: what was fetched so far, and notes of what does not exist and of versions. */
class Draft {
  readonly directory: string;
  /** Where the bundle comes to lie. */
  readonly place: string;
  readonly #into: string;
  readonly #resourceCode: string;
  readonly #earlier: EarlierCopy | undefined;
  /** Whether something came that is not in the earlier copy. */
  #isChanged = false;
  /** Files of this run by their names without capitals. */
  readonly #names = new Map<string, string>();
  /** What the draft is known by, from its beginning to its end. */
  #begun = '';

  constructor(into: string, resourceCode: string, earlier: EarlierCopy | undefined) {
    this.directory = join(into, `.${resourceCode}.pull`);
    this.place = join(into, resourceCode);
    this.#into = into;
    this.#resourceCode = resourceCode;
    this.#earlier = earlier;
  }

  /** Begins the draft, or goes on with that of a run that was interrupted or is still at it. */
  async begin(): Promise<void> {
    await mkdir(join(this.directory, NOTES), { recursive: true });
    const file = join(this.directory, BEGUN);
    await writeFile(file, randomBytes(12).toString('hex'), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    this.#begun = await readFile(file, 'utf8');
  }

  /** Whether another run has put the draft in its place since this one began. */
  async isOvertaken(): Promise<boolean> {
    const begun = await readFile(join(this.directory, BEGUN), 'utf8').catch(() => undefined);
    // The other run may just have been writing it when this one began.
    if (this.#begun === '') this.#begun = begun ?? '';
    return begun === undefined || begun !== this.#begun;
  }

  /** @throws {Overtaken} */
  async #requireOwn(): Promise<void> {
    if (await this.isOvertaken()) throw new Overtaken();
  }

  /** Fetches a file unless it was fetched before; what the earlier copy has is taken from there. */
  async keep(name: string, fetched: Fetch): Promise<Buffer | undefined> {
    const file = join(this.directory, ...name.split('/'));
    const alike = this.#names.get(withoutCapitals(name));
    if (alike === undefined) this.#names.set(withoutCapitals(name), name);
    else if (alike !== name && (await isOneFile(join(this.directory, ...alike.split('/')), file))) {
      throw new Refusal(
        'NAME_TAKEN',
        `${alike} is in its place, because this disk does not tell capitals apart. Pull to one that does.`,
      );
    }
    if (await isThere(file)) {
      // Of a run that was interrupted: what it brought is not compared.
      this.#isChanged = true;
      return readFile(file);
    }
    const none = join(this.directory, NOTES, createHash('sha256').update(name).digest('hex'));
    if (await isThere(none)) return undefined;
    const before = await this.#earlier?.read(name);
    const bytes = await this.#fetched(name, fetched, before);
    const isSame = before !== undefined && bytes !== undefined && before.equals(bytes);
    if (bytes !== undefined && !isSame) this.#isChanged = true;
    if (!isSame || !(await this.#linked(name, file))) {
      await this.#written(bytes === undefined ? none : file, bytes ?? Buffer.alloc(0));
    }
    return bytes;
  }

  /** A record that is asked for by itself, and kept in a list. */
  async record(name: string, id: string, fetched: Fetch): Promise<Buffer | undefined> {
    return this.#fetched(`${name}#${id}`, fetched, await this.#earlier?.record(name, id));
  }

  /** The bytes of a piece, which are those of before where they are known; its version is noted. */
  async #fetched(name: string, fetched: Fetch, before: Buffer | undefined): Promise<Buffer | undefined> {
    const known = this.#earlier?.etagOf(name, before);
    const piece = await fetched(known);
    await this.#requireOwn();
    if (piece === undefined) return undefined;
    const bytes = piece.bytes === 'known' ? before : piece.bytes;
    const etag = piece.etag ?? (piece.bytes === 'known' ? known : undefined);
    if (bytes === undefined || etag === undefined) return bytes;
    const note: readonly [string, NotedVersion] = [name, { etag, sha256: sha256(bytes) }];
    await mkdir(join(this.directory, NOTES), { recursive: true });
    await appendFile(join(this.directory, VERSIONS), `${JSON.stringify(note)}\n`);
    return bytes;
  }

  /** Gives a file of the earlier copy to this one, without a byte of it being written. */
  async #linked(name: string, file: string): Promise<boolean> {
    if (this.#earlier === undefined) return false;
    await mkdir(dirname(file), { recursive: true });
    return link(join(this.#earlier.directory, ...name.split('/')), file).then(
      () => true,
      // A file system without links.
      () => false,
    );
  }

  /** A file appears whole. What is half written lies among the notes, which go: a killed run leaves nothing in the bundle. */
  async #written(file: string, bytes: Buffer): Promise<void> {
    const half = join(this.directory, NOTES, randomBytes(12).toString('hex'));
    await mkdir(dirname(half), { recursive: true });
    await writeFile(half, bytes);
    await mkdir(dirname(file), { recursive: true });
    await renamed(half, file);
  }

  has(name: string): Promise<boolean> {
    return isThere(join(this.directory, name));
  }

  async read(name: string): Promise<Buffer | undefined> {
    return (await this.has(name)) ? readFile(join(this.directory, name)) : undefined;
  }

  /** Puts the whole bundle in its place. A run that is killed meanwhile is finished by the next one. */
  async finish(): Promise<{ readonly operations: number; readonly outcome: 'pulled' | 'updated' | 'unchanged' }> {
    const directory = this.place;
    const before = join(this.#into, `.${this.#resourceCode}.before`);
    await this.#requireOwn();
    await this.#noteVersions();
    await rm(join(this.directory, NOTES), { recursive: true, force: true });
    const names = await Promise.all(bundledEndpoints.map(({ name }) => this.has(`${name}.json`)));
    const operations = names.filter(Boolean).length;
    await rm(before, { recursive: true, force: true });
    const earlier = this.#earlier;
    if (earlier === undefined) {
      await renamed(this.directory, directory);
      return { operations, outcome: 'pulled' };
    }
    if (!this.#isChanged && (await namesIn(directory)) === (await namesIn(this.directory))) {
      await rm(this.directory, { recursive: true, force: true });
      return { operations, outcome: 'unchanged' };
    }
    await renamed(directory, before);
    await renamed(this.directory, directory);
    await rm(before, { recursive: true, force: true });
    return { operations, outcome: 'updated' };
  }

  /** Written before the bundle is in its place: a version counts only for the bytes that it came with. */
  async #noteVersions(): Promise<void> {
    const lines = await readFile(join(this.directory, VERSIONS), 'utf8').catch(() => '');
    const versions = Object.fromEntries(lines.split('\n').flatMap(noteIn));
    const half = join(this.directory, NOTES, randomBytes(12).toString('hex'));
    const file = versionsFile(this.#into, this.#resourceCode);
    if (Object.keys(versions).length === 0) return rm(file, { force: true });
    await writeFile(half, JSON.stringify(versions));
    await renamed(half, file);
  }
}

const NOTES = '.nothing';
const VERSIONS = join(NOTES, 'versions');
const BEGUN = join(NOTES, 'begun');

/** A line of the notes; none of one that a killed run did not finish. */
function noteIn(line: string): (readonly [string, NotedVersion])[] {
  try {
    return [JSON.parse(line) as readonly [string, NotedVersion]];
  } catch {
    return [];
  }
}

/** Names of all files of a bundle, as one text. */
async function namesIn(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)))
    .sort()
    .join('\n');
}

/** The bytes of `data`; undefined if the tour has no such data. */
async function payloadOf(
  gateway: PoliteGateway,
  { path }: Pick<ReadEndpoint, 'path'>,
  query: Readonly<Record<string, string>>,
  known?: string,
): Promise<Fetched | undefined> {
  try {
    const { isKnown, body: envelope, etag } = await gateway.read(`${path}?${new URLSearchParams(query)}`, known);
    if (isKnown) return { bytes: 'known', etag };
    const data = member(envelope, whole(envelope), 'data');
    if (data === undefined || textOf(envelope, data) === 'null') return undefined;
    return { bytes: envelope.subarray(data.start, data.end), etag };
  } catch (error) {
    if (error instanceof GatewayRefusal && NOTHING.includes(error.code)) return undefined;
    throw error;
  }
}

/** Details of every tag of the list, in its order, with ids as they are spelled there. */
async function detailsOf(gateway: PoliteGateway, draft: Draft, list: Buffer | undefined): Promise<Fetched | undefined> {
  const tags = list === undefined ? undefined : member(list, whole(list), 'tagList');
  if (list === undefined || tags === undefined || list[tags.start] !== 0x5b) return undefined;
  const details: Buffer[] = [];
  for (const tag of elements(list, tags)) {
    const id = list[tag.start] === 0x7b ? member(list, tag, 'id') : undefined;
    if (id === undefined) continue;
    const digits = idText(textOf(list, id));
    const detail = await draft.record(DETAILS, digits, (known) => payloadOf(gateway, hotDetail, { id: digits }, known));
    if (detail !== undefined) details.push(detail);
  }
  return details.length === 0 ? undefined : { bytes: listOf(details), etag: undefined };
}

/** A JSON array of values, each as its bytes came: the form in which bundles hold what has ids of its own. */
function listOf(values: readonly Buffer[]): Buffer {
  const separated = values.flatMap((value, index) => (index === 0 ? [value] : [Buffer.from(','), value]));
  return Buffer.concat([Buffer.from('['), ...separated, Buffer.from(']')]);
}

async function pullFiles(
  gateway: PoliteGateway,
  resourceCode: string,
  draft: Draft,
  fetches: Fetches,
  limits: PullLimits,
): Promise<{ readonly files: number; readonly warnings: readonly string[] }> {
  const read = await Promise.all(bundledEndpoints.map(({ name }) => draft.read(`${name}.json`)));
  const payloads = read.flatMap((bytes) => (bytes === undefined ? [] : [JSON.parse(bytes.toString()) as unknown]));
  const named = ownFiles(gateway.baseUrl, resourceCode, payloads);
  const links = () => privateFiles(gateway, resourceCode, payloads);
  const waiting: OwnFile[] = [...named, ...((await fetches.one(`assets/${PRIVATE_FOLDER}`, links)) ?? [])];
  const known = new Set(waiting.map(({ path }) => path));
  const subtrees = new Map<string, { readonly tiling: Tiling; readonly place: Place; readonly tileset: OwnFile }>();
  const warnings: string[] = [];
  let [files, bytes] = [0, 0];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const file = await bring(next);
    if (file === undefined) continue;
    for (const tiling of tilingsIn(next.path, file)) waitForSubtree(tiling, firstPlace, next);
    for (const beside of filesOfModel(next.path, file)) if (!isCounted(beside)) waitFor(next, beside);
    await countTiles(next, file);
  }
  return { files, warnings };

  function waitFor(from: OwnFile, path: string): boolean {
    if (known.has(path)) return false;
    known.add(path);
    waiting.push({ path, address: new URL(relativeTo(from.path, path), from.address).href });
    return true;
  }

  function waitForSubtree(tiling: Tiling, place: Place, tileset: OwnFile): void {
    const path = nameAt(tiling.subtrees, place);
    if (waitFor(tileset, path)) subtrees.set(path, { tiling, place, tileset });
  }

  /** The tiles that a subtree says there are wait to be fetched, and further subtrees. */
  async function countTiles(subtree: OwnFile, file: Buffer): Promise<void> {
    const counted = subtrees.get(subtree.path);
    if (counted === undefined) return;
    const { tiling, place, tileset } = counted;
    try {
      const bufferOf = async (uri: string) => {
        const path = besideOf(subtree.path, uri);
        const at = waiting.findIndex((one) => one.path === path);
        const [first] = at === -1 ? [] : waiting.splice(at, 1);
        return first === undefined ? draft.read(`assets/${path}`) : bring(first);
      };
      const { names, below } = await tilesOfSubtree(tiling, place, file, bufferOf);
      for (const name of names) waitFor(tileset, name);
      for (const one of below) waitForSubtree(tiling, one, tileset);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const { message } = error as Error;
      warnings.push(`assets/${subtree.path} cannot be read, the tiles that it tells of are missing: ${message}`);
    }
  }

  /** @returns Its bytes; undefined where it did not come, which is noted. */
  async function bring({ path, address }: OwnFile): Promise<Buffer | undefined> {
    const most = Math.min(limits.fileBytes, limits.tourBytes - bytes);
    const name = `assets/${path}`;
    try {
      const fetched: Fetch = async (known) => {
        const { isKnown, body, etag } = await gateway.file(address, most, known);
        return { bytes: isKnown ? 'known' : body, etag };
      };
      const file = await fetches.one(name, () => draft.keep(name, fetched));
      if (file === undefined) return undefined;
      files += 1;
      bytes += file.length;
      return file;
    } catch (error) {
      const isRefused = error instanceof Refusal && error.exitCode !== 4;
      const isTooLarge = error instanceof Refusal && error.code === 'TOO_LARGE';
      const reason = isTooLarge ? tooLarge(most, limits) : isRefused ? error.message : nameReason(error);
      if (reason === undefined) throw error;
      warnings.push(`${name} is missing: ${reason}`);
      return undefined;
    }
  }
}

/** Which limit is in the way of a file for which so many bytes are left, and what raises it. */
function tooLarge(most: number, { fileBytes, tourBytes }: PullLimits): string {
  return most < fileBytes
    ? `the tour's files have more than ${bytesText(tourBytes)} together. Raise --max-tour-mb.`
    : `it has more than ${bytesText(fileBytes)}. Raise --max-file-mb.`;
}

/** The address of a file beside another one, as its address spells it. */
function relativeTo(path: string, beside: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return `${up}${beside.split('/').map(encodeURIComponent).join('/')}`;
}

/** Files that open by signed link only: those that the extended file list names below private/. */
async function privateFiles(
  gateway: PoliteGateway,
  resourceCode: string,
  payloads: readonly unknown[],
): Promise<OwnFile[]> {
  const lists = payloads.flatMap((payload) => (payload as { file_list?: unknown } | null)?.file_list ?? []);
  const paths = lists.flatMap((file) => {
    const path = (file as { path?: unknown } | null)?.path;
    return typeof path === 'string' && isPrivateFile(path) && isSafePath(path) ? [path] : [];
  });
  const found: OwnFile[] = [];
  for (let from = 0; from < paths.length; from += PRESIGNED_AT_ONCE) {
    const asked = paths.slice(from, from + PRESIGNED_AT_ONCE);
    const query = { resource_code: resourceCode, paths: JSON.stringify(asked) };
    const data = await payloadOf(gateway, filePrivatePresign, query);
    const { presigned_urls: links = [] } = JSON.parse(data?.bytes.toString() ?? '{}') as { presigned_urls?: string[] };
    asked.forEach((path, index) => {
      const file = signedFile(gateway.baseUrl, resourceCode, links[index] ?? '');
      if (file !== undefined) found.push({ path, address: file.address });
    });
  }
  return found;
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
