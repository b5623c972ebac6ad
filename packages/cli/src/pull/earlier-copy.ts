import { readFile } from 'node:fs/promises';
import { elements, member, textOf, whole } from './json-spans.ts';
import { pathIn } from './names-on-disk.ts';
import { type NotedVersions, sha256 } from './noted-versions.ts';

/** A bundle that an earlier pull brought, or as much of one as an interrupted pull brought. */
export interface EarlierCopy {
  readonly directory: string;
  /** A file of it. */
  read(path: string): Promise<Buffer | undefined>;
  /** A record of a file that holds an array of them. @param id As it goes into an address. */
  record(path: string, id: string): Promise<Buffer | undefined>;
  /** The ETag of a piece that is still as it was fetched; none if it was changed since, so that it is fetched again. */
  etagOf(piece: string, bytes: Buffer | undefined): string | undefined;
}

/** @param versions Under which its pieces came. */
export function earlierCopy(directory: string, versions: NotedVersions): EarlierCopy {
  const lists = new Map<string, Promise<ReadonlyMap<string, Buffer>>>();
  const read = (path: string) => readFile(pathIn(directory, path)).catch(() => undefined);
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
