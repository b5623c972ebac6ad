import { posix } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isSafePath } from './own-files.ts';

/** glTF: the length of the header, the type of its JSON, and where both stand. */
const GLB = { magic: 0x46546c67, jsonType: 0x4e4f534a, header: 12, chunkHeader: 8 } as const;
/** A batched tile: its header, and the lengths of the four tables between that and its glTF. */
const B3DM = { magic: 0x6d643362, header: 28, tables: [12, 16, 20, 24] } as const;

/** A file that gzip packed, as programs write tilesets; and how long what is in it may be, in bytes. */
const GZIP = { magic: 0x8b1f, most: 256 * 2 ** 20 } as const;
/** What stands for a number in the names of tiles that are only counted (implicit tiling). */
const NUMBER = /\{(?:level|x|y|z)\}/g;

/** Whether files of this name can name others. */
export const canNameFiles = (path: string): boolean => /\.(gltf|glb|b3dm|json)$/i.test(path);

/** Whether a name that a tileset has is that of many tiles. */
export const isCounted = (name: string): boolean => name.search(NUMBER) !== -1;

/** @returns The files that a name means: itself, or of tiles that are counted those that there are. */
export function filesNamed(name: string, files: Iterable<string>): readonly string[] {
  if (!isCounted(name)) return [name];
  const parts = name.split(NUMBER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('\\d+')}$`);
  const found = [...files].filter((file) => pattern.test(file));
  return found.length > 0 ? found : [name];
}

/**
 * Files that a model names beside itself: buffers and pictures of glTF, and the tiles and further tilesets of 3D Tiles, in
 * files of their own or batched, packed or not. Tiles that are only counted are one name with `{level}`, `{x}` … in it.
 * @returns Paths below `assets/`; none for anything else, and for what cannot be read.
 */
export function filesOfModel(path: string, bytes: Buffer): string[] {
  try {
    const named = namedIn(path, unpacked(bytes)).filter((uri) => typeof uri === 'string');
    const beside = named.filter((uri) => !/^([a-z][a-z0-9+.-]*:|\/)/i.test(uri));
    const names = beside.map((uri) => decodeURIComponent(uri.replace(/[?#].*$/, '')));
    return names.map((name) => posix.join(posix.dirname(path), name)).filter(isSafePath);
  } catch {
    return [];
  }
}

function unpacked(file: Buffer): Buffer {
  const isPacked = file.length > 2 && file.readUInt16LE(0) === GZIP.magic;
  return isPacked ? gunzipSync(file, { maxOutputLength: GZIP.most }) : file;
}

function namedIn(path: string, bytes: Buffer): unknown[] {
  if (/\.json$/i.test(path)) return namedInTileset(JSON.parse(bytes.toString()) as Tileset);
  const json = /\.gltf$/i.test(path) ? bytes : /\.(glb|b3dm)$/i.test(path) ? jsonOfGlb(bytes) : undefined;
  if (json === undefined) return [];
  const { buffers = [], images = [] } = JSON.parse(json.toString()) as Record<string, { uri?: unknown }[]>;
  return [...buffers, ...images].map(({ uri }) => uri);
}

interface Content {
  readonly uri?: unknown;
  /** As drafts of the standard had it. */
  readonly url?: unknown;
}
interface Tile {
  readonly content?: Content;
  readonly contents?: readonly Content[];
  readonly children?: readonly Tile[];
  readonly implicitTiling?: { readonly subtrees?: Content };
}
interface Tileset {
  readonly root?: Tile;
  readonly schemaUri?: unknown;
}

/** What a tileset names; nothing of any other JSON. */
function namedInTileset({ root, schemaUri }: Tileset): unknown[] {
  if (root === undefined) return [];
  const named: unknown[] = [schemaUri];
  // A list instead of calls: tilesets may be deeper than the stack.
  const tiles: Tile[] = [root];
  for (let tile = tiles.pop(); tile !== undefined; tile = tiles.pop()) {
    const { content, contents = [], children = [], implicitTiling } = tile;
    if (implicitTiling !== undefined) named.push(implicitTiling.subtrees?.uri);
    for (const one of content === undefined ? contents : [content, ...contents]) named.push(one.uri ?? one.url);
    for (const child of children) tiles.push(child);
  }
  return named;
}

function jsonOfGlb(file: Buffer): Buffer | undefined {
  const bytes = glbOf(file);
  const start = GLB.header + GLB.chunkHeader;
  if (bytes.length < start || bytes.readUInt32LE(0) !== GLB.magic) return undefined;
  const length = bytes.readUInt32LE(GLB.header);
  return bytes.readUInt32LE(GLB.header + 4) === GLB.jsonType ? bytes.subarray(start, start + length) : undefined;
}

/** The glTF in a batched tile; any other file as it is. */
function glbOf(file: Buffer): Buffer {
  if (file.length < B3DM.header || file.readUInt32LE(0) !== B3DM.magic) return file;
  return file.subarray(B3DM.tables.reduce<number>((start, at) => start + file.readUInt32LE(at), B3DM.header));
}
