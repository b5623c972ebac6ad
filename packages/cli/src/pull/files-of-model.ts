import { posix } from 'node:path';
import { buffersOfSubtree, type Tiling } from './counted-tiles.ts';
import { isSafePath } from './own-files.ts';
import { unpacked } from './unpacked.ts';

/** glTF: the length of the header, the type of its JSON, and where both stand. */
const GLB = { magic: 0x46546c67, jsonType: 0x4e4f534a, header: 12, chunkHeader: 8 } as const;
/** A batched tile: its header, and the lengths of the four tables between that and its glTF. */
const B3DM = { magic: 0x6d643362, header: 28, tables: [12, 16, 20, 24] } as const;

/** Placeholder for a number in the names of tiles of an implicit tileset. */
const NUMBER = /\{(?:level|x|y|z)\}/g;

/** Whether files of this name can name others. */
export const canNameFiles = (path: string): boolean => /\.(gltf|glb|b3dm|json|subtree)$/i.test(path);

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
    return namedIn(path, unpacked(bytes)).flatMap((uri) => besideOf(path, uri) ?? []);
  } catch {
    return [];
  }
}

/** @returns The path below `assets/` of what a file names; undefined of what is not beside it. */
export function besideOf(path: string, uri: unknown): string | undefined {
  if (typeof uri !== 'string' || /^([a-z][a-z0-9+.-]*:|\/)/i.test(uri)) return undefined;
  const name = posix.join(posix.dirname(path), decoded(uri.replace(/[?#].*$/, '')));
  return isSafePath(name) ? name : undefined;
}

/** Many exporters escape nothing: a name with a bare % is meant as it is written. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function namedIn(path: string, bytes: Buffer): unknown[] {
  if (/\.json$/i.test(path)) return namedInTileset(JSON.parse(bytes.toString()) as Tileset);
  if (/\.subtree$/i.test(path)) return buffersOfSubtree(bytes);
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
  readonly implicitTiling?: {
    readonly subtrees?: Content;
    readonly subtreeLevels?: unknown;
    readonly availableLevels?: unknown;
    readonly subdivisionScheme?: unknown;
  };
}
interface Tileset {
  readonly root?: Tile;
  readonly schemaUri?: unknown;
}

/** What a tileset names; nothing of any other JSON. */
function namedInTileset({ root, schemaUri }: Tileset): unknown[] {
  if (root === undefined) return [];
  const named: unknown[] = [schemaUri];
  for (const tile of tilesBelow(root)) {
    named.push(tile.implicitTiling?.subtrees?.uri, ...contentsOf(tile));
  }
  return named;
}

const contentsOf = ({ content, contents = [] }: Tile): unknown[] =>
  (content === undefined ? contents : [content, ...contents]).map(({ uri, url }) => uri ?? url);

/** @returns The tiles of an implicit tileset; empty for anything else. Names are paths below `assets/`. */
export function tilingsIn(path: string, bytes: Buffer): Tiling[] {
  if (!/\.json$/i.test(path)) return [];
  try {
    const { root } = JSON.parse(unpacked(bytes).toString()) as Tileset;
    return root === undefined ? [] : [...tilesBelow(root)].flatMap((tile) => tilingOf(path, tile) ?? []);
  } catch {
    return [];
  }
}

function tilingOf(path: string, tile: Tile): Tiling | undefined {
  const { subtrees, subtreeLevels, availableLevels, subdivisionScheme } = tile.implicitTiling ?? {};
  const name = besideOf(path, subtrees?.uri);
  if (name === undefined) return undefined;
  return {
    contents: contentsOf(tile).map((uri) => besideOf(path, uri)),
    subtrees: name,
    subtreeLevels: Number(subtreeLevels),
    availableLevels: Number(availableLevels),
    isOctree: subdivisionScheme === 'OCTREE',
  };
}

function* tilesBelow(root: Tile): Generator<Tile> {
  // A list instead of calls: tilesets may be deeper than the stack.
  const tiles: Tile[] = [root];
  for (let tile = tiles.pop(); tile !== undefined; tile = tiles.pop()) {
    yield tile;
    for (const child of tile.children ?? []) tiles.push(child);
  }
}

function jsonOfGlb(file: Buffer): Buffer | undefined {
  const bytes = glbOf(file);
  const start = GLB.header + GLB.chunkHeader;
  if (bytes.length < start || bytes.readUInt32LE(0) !== GLB.magic) return undefined;
  const length = bytes.readUInt32LE(GLB.header);
  return bytes.readUInt32LE(GLB.header + 4) === GLB.jsonType ? bytes.subarray(start, start + length) : undefined;
}

/** The glTF inside a batched tile; any other file unchanged. */
function glbOf(file: Buffer): Buffer {
  if (file.length < B3DM.header || file.readUInt32LE(0) !== B3DM.magic) return file;
  return file.subarray(B3DM.tables.reduce<number>((start, at) => start + file.readUInt32LE(at), B3DM.header));
}
