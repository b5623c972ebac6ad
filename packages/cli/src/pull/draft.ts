import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { bundledEndpoints } from '@openhouse/contract';
import { renamed } from '@openhouse/server/renamed';
import { isThere } from '../is-there.ts';
import { type EarlierCopy, earlierCopy } from './earlier-copy.ts';
import { FileNames, pathIn } from './names-on-disk.ts';
import { noteVersion, sha256, versionsFile, versionsInLog } from './noted-versions.ts';

/** A piece of a tour that came: its bytes, unless they are those that were known. */
export interface Fetched {
  readonly bytes: Buffer | 'known';
  readonly etag: string | undefined;
}

/** @param known ETag of what is there. @returns undefined if the tour has no such piece. */
export type Fetch = (known: string | undefined) => Promise<Fetched | undefined>;

/** Another run that was at the same draft has put it in its place: what comes now would make a bundle without the rest. */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

/** Notes of a draft, which are no part of the bundle: which versions came, and files half written. */
const NOTES = '.nothing';
const VERSIONS = join(NOTES, 'versions');
const BEGUN = join(NOTES, 'begun');
const FILES = 'assets/';

/** The unfinished bundle: what was fetched so far, and notes of versions. */
export class Draft {
  readonly directory: string;
  /** Where the bundle comes to lie. */
  readonly place: string;
  readonly #into: string;
  readonly #resourceCode: string;
  readonly #earlier: EarlierCopy | undefined;
  /** What an interrupted run left here, or an earlier round of this one. */
  #left: EarlierCopy | undefined;
  /** Files of this round. */
  #names: FileNames;
  /** Whether something came that is not in the earlier copy. */
  #isChanged = false;
  /** Whether something came in this round that was not here. */
  #hasNews = false;
  /** What the draft is known by, from its beginning to its end. */
  #begun = '';

  constructor(into: string, resourceCode: string, earlier: EarlierCopy | undefined) {
    this.directory = join(into, `.${resourceCode}.pull`);
    this.place = join(into, resourceCode);
    this.#into = into;
    this.#resourceCode = resourceCode;
    this.#earlier = earlier;
    this.#names = new FileNames(this.directory);
  }

  /** Begins the draft, or goes on with that of a run that was interrupted or is still at it. */
  async begin(): Promise<void> {
    await mkdir(join(this.directory, NOTES), { recursive: true });
    const file = join(this.directory, BEGUN);
    await writeFile(file, randomBytes(12).toString('hex'), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    this.#begun = await readFile(file, 'utf8');
    await this.lookAgain();
  }

  /** From now on `hasNews` tells whether the tour is still what lies here. */
  async lookAgain(): Promise<void> {
    this.#left = earlierCopy(this.directory, await versionsInLog(join(this.directory, VERSIONS)));
    this.#hasNews = false;
  }

  /** Begins a round in which everything is asked for again. */
  async again(): Promise<void> {
    await this.lookAgain();
    this.#names = new FileNames(this.directory);
    this.#isChanged = false;
  }

  get hasNews(): boolean {
    return this.#hasNews;
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

  /**
   * Fetches a file. What an interrupted run left, or the earlier copy has, is fetched again only where it has changed:
   * otherwise a tour that was replaced meanwhile would be half of the one and half of the other.
   */
  async keep(name: string, fetched: Fetch): Promise<Buffer | undefined> {
    await this.#names.claim(name);
    const file = pathIn(this.directory, name);
    const [left, earlier] = [await this.#left?.read(name), await this.#earlier?.read(name)];
    const known = left === undefined ? this.#earlier?.etagOf(name, earlier) : this.#left?.etagOf(name, left);
    // Where the gateway names no versions: files may be large, and a run that fetched them all anew might never end.
    const isTrusted = left !== undefined && known === undefined && name.startsWith(FILES);
    const bytes = isTrusted ? left : await this.#fetched(name, fetched, left ?? earlier, known);
    if (bytes === undefined) {
      if (left !== undefined) this.#hasNews = true;
      await rm(file, { force: true });
      return undefined;
    }
    const isAsEarlier = earlier?.equals(bytes) ?? false;
    if (!isAsEarlier) this.#isChanged = true;
    if (left?.equals(bytes)) return bytes;
    this.#hasNews = true;
    if (!isAsEarlier || !(await this.#linked(name, file))) await this.#written(file, bytes);
    return bytes;
  }

  /** A record that is asked for by itself, and kept in a list. */
  async record(name: string, id: string, fetched: Fetch): Promise<Buffer | undefined> {
    const piece = `${name}#${id}`;
    const left = await this.#left?.record(name, id);
    if (left !== undefined) return this.#fetched(piece, fetched, left, this.#left?.etagOf(piece, left));
    const earlier = await this.#earlier?.record(name, id);
    return this.#fetched(piece, fetched, earlier, this.#earlier?.etagOf(piece, earlier));
  }

  /** The bytes of a piece, which are those of before where they are known; its version is noted. */
  async #fetched(
    name: string,
    fetched: Fetch,
    before: Buffer | undefined,
    known: string | undefined,
  ): Promise<Buffer | undefined> {
    const piece = await fetched(known);
    await this.#requireOwn();
    if (piece === undefined) return undefined;
    const bytes = piece.bytes === 'known' ? before : piece.bytes;
    const etag = piece.etag ?? (piece.bytes === 'known' ? known : undefined);
    if (bytes === undefined || etag === undefined) return bytes;
    await noteVersion(join(this.directory, VERSIONS), name, { etag, sha256: sha256(bytes) });
    return bytes;
  }

  /** Gives a file of the earlier copy to this one, without a byte of it being written. */
  async #linked(name: string, file: string): Promise<boolean> {
    if (this.#earlier === undefined) return false;
    await mkdir(dirname(file), { recursive: true });
    return link(pathIn(this.#earlier.directory, name), file).then(
      () => true,
      // A file system without links.
      () => false,
    );
  }

  /** A file appears whole. What is half written lies among the notes, which go: a killed run leaves nothing in the bundle. */
  async #written(file: string, bytes: Buffer | string): Promise<void> {
    const half = join(this.directory, NOTES, randomBytes(12).toString('hex'));
    await mkdir(dirname(half), { recursive: true });
    await writeFile(half, bytes);
    await mkdir(dirname(file), { recursive: true });
    await renamed(half, file);
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }

  has(name: string): Promise<boolean> {
    return isThere(join(this.directory, name));
  }

  async read(name: string): Promise<Buffer | undefined> {
    return (await this.has(name)) ? readFile(join(this.directory, name)) : undefined;
  }

  /** Puts the whole bundle in its place. A run that is killed meanwhile is finished by the next one. */
  async finish(): Promise<{ readonly operations: number; readonly outcome: 'pulled' | 'updated' | 'unchanged' }> {
    await this.#requireOwn();
    await this.#putVersions();
    await rm(join(this.directory, NOTES), { recursive: true, force: true });
    await this.#dropOthers();
    const names = await Promise.all(bundledEndpoints.map(({ name }) => this.has(`${name}.json`)));
    const operations = names.filter(Boolean).length;
    const before = join(this.#into, `.${this.#resourceCode}.before`);
    await rm(before, { recursive: true, force: true });
    if (this.#earlier === undefined) {
      await renamed(this.directory, this.place);
      return { operations, outcome: 'pulled' };
    }
    const [has, had] = [await namesIn(this.directory), await namesIn(this.place)];
    if (!this.#isChanged && has.join('\n') === had.join('\n')) {
      await this.remove();
      return { operations, outcome: 'unchanged' };
    }
    await renamed(this.place, before);
    await renamed(this.directory, this.place);
    await rm(before, { recursive: true, force: true });
    return { operations, outcome: 'updated' };
  }

  /** What an interrupted run left and the tour no longer has. */
  async #dropOthers(): Promise<void> {
    const others = (await namesIn(this.directory)).filter((name) => !this.#names.has(name));
    for (const name of others) {
      await rm(pathIn(this.directory, name));
      await rmdir(dirname(pathIn(this.directory, name))).catch(() => undefined); // Others are in it.
    }
  }

  /** Written before the bundle is in its place: a version counts only for the bytes that it came with. */
  async #putVersions(): Promise<void> {
    const versions = await versionsInLog(join(this.directory, VERSIONS));
    const file = versionsFile(this.#into, this.#resourceCode);
    if (Object.keys(versions).length === 0) return rm(file, { force: true });
    await this.#written(file, JSON.stringify(versions));
  }
}

/** Names of all files of a bundle, sorted. */
async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(directory, join(parentPath, name)).replaceAll(sep, '/')).sort();
}
