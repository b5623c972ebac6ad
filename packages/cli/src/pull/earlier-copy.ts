import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { elements, member, textOf, whole } from './json-spans.ts';

/** Version under which a piece came, and the SHA-256 of its bytes in hexadecimal. */
export interface NotedVersion {
  readonly etag: string;
  readonly sha256: string;
}

/** Versions by piece: the path of a file in the bundle, or `<file>#<id>` for a record that is asked for by itself. */
export type NotedVersions = Readonly<Record<string, NotedVersion>>;

/** A bundle that an earlier pull brought. */
export interface EarlierCopy {
  readonly directory: string;
  /** A file of it. */
  read(path: string): Promise<Buffer | undefined>;
  /** A record of a file that holds an array of them. @param id As it goes into an address. */
  record(path: string, id: string): Promise<Buffer | undefined>;
  /** The ETag of a piece that is still as it was fetched; none if it was changed since, so that it is fetched again. */
  etagOf(piece: string, bytes: Buffer | undefined): string | undefined;
}

/** Where the versions of a bundle are noted: beside it, so that it stays what an export is. */
export const versionsFile = (into: string, resourceCode: string): string => join(into, `.${resourceCode}.etags.json`);

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export async function earlierCopy(into: string, resourceCode: string): Promise<EarlierCopy> {
  const directory = join(into, resourceCode);
  const versions = await notedVersions(versionsFile(into, resourceCode));
  const lists = new Map<string, Promise<ReadonlyMap<string, Buffer>>>();
  const read = (path: string) => readFile(join(directory, ...path.split('/'))).catch(() => undefined);
  return {
    directory,
    read,
    async record(path, id) {
      const list = lists.get(path) ?? read(path).then(recordsById);
      lists.set(path, list);
      return (await list).get(id);
    },
    etagOf(piece, bytes) {
      const noted = Object.hasOwn(versions, piece) ? versions[piece] : undefined;
      const isAsItCame = bytes !== undefined && noted?.sha256 === sha256(bytes);
      return isAsItCame && ETAG.test(noted.etag) ? noted.etag : undefined;
    },
  };
}

/** RFC 9110, 8.8.3; whatever stands in the notes goes into a header. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** The ETags of an earlier run; empty if they cannot be read, and then everything is fetched again. */
async function notedVersions(file: string): Promise<NotedVersions> {
  try {
    const noted: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof noted === 'object' && noted !== null ? (noted as NotedVersions) : {};
  } catch {
    return {};
  }
}

function recordsById(json: Buffer | undefined): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  try {
    if (json === undefined || !Array.isArray(JSON.parse(json.toString()))) return found;
  } catch {
    return found;
  }
  for (const record of elements(json, whole(json))) {
    const id = json[record.start] === 0x7b ? member(json, record, 'id') : undefined;
    if (id !== undefined) found.set(idText(textOf(json, id)), json.subarray(record.start, record.end));
  }
  return found;
}

/** An id as it goes into an address: the digits of a number, the text of a string. */
export const idText = (json: string): string => json.replace(/^"(.*)"$/, '$1');
