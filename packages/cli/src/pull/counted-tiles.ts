import { unpacked } from './unpacked.ts';

/** What says which tiles there are: the length of the header, and where it has those of the JSON and of the bits behind. */
const SUBTREE = { magic: 0x74627573, header: 24, json: 8, bits: 16 } as const;
/** Tiles that one such file may have below it. */
const TILES_MAX = 2 ** 21;

/** Tiles that a tileset only counts (implicit tiling): each is halved along two axes or three, level by level. */
export interface Tiling {
  /** Names of what is in a tile, with `{level}`, `{x}`, `{y}` and `{z}` in them; undefined of what is not beside the tileset. */
  readonly contents: readonly (string | undefined)[];
  /** The name of the file that says which tiles of some levels there are. */
  readonly subtrees: string;
  /** How many levels such a file tells of, and how many there are. */
  readonly subtreeLevels: number;
  readonly availableLevels: number;
  readonly isOctree: boolean;
}

/** Where a tile is: its level, and its number along each axis. */
export interface Place {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const firstPlace: Place = { level: 0, x: 0, y: 0, z: 0 };

/** @returns The name of one tile's file. */
export const nameAt = (name: string, place: Place): string =>
  name.replace(/\{(level|x|y|z)\}/g, (_, key: keyof Place) => String(place[key]));

/** @returns The names of files that hold bits of a subtree, undefined for its own. @throws When it cannot be read. */
export const buffersOfSubtree = (file: Buffer): unknown[] => (partsOf(file).json.buffers ?? []).map(({ uri }) => uri);

/**
 * Reads which tiles there are.
 * @param at The first tile that the file tells of.
 * @param bufferOf Gives what another file holds, by the name that this one has for it.
 * @returns Names of what is in tiles, and where further such files begin.
 * @throws When it cannot be read, or tells of too many.
 */
export async function tilesOfSubtree(
  { contents, subtreeLevels, availableLevels, isOctree }: Tiling,
  at: Place,
  file: Buffer,
  bufferOf: (uri: string) => Promise<Buffer | undefined>,
): Promise<{ readonly names: readonly string[]; readonly below: readonly Place[] }> {
  const branches = isOctree ? 8 : 4;
  const below = branches ** subtreeLevels;
  if (!(below <= TILES_MAX && availableLevels > 0)) throw new Error('It tells of too many levels, or none.');
  const { json, bits } = partsOf(file);
  const read = async (available: Availability | undefined): Promise<(index: number) => boolean> => {
    const { constant, bitstream, bufferView } = available ?? { constant: 0 };
    if (constant !== undefined) return () => constant === 1;
    const {
      buffer: which = 0,
      byteOffset = 0,
      byteLength = 0,
    } = json.bufferViews?.[bitstream ?? bufferView ?? 0] ?? {};
    const uri = json.buffers?.[which]?.uri;
    const whole = uri === undefined ? bits : await bufferOf(uri);
    if (whole === undefined) throw new Error(`${uri} is missing.`);
    const bytes = whole.subarray(byteOffset, byteOffset + byteLength);
    return (index) => (((bytes[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
  };
  const filled: ((index: number) => boolean)[] = [];
  // One after the other: they may lie in one file, which is fetched for the first.
  for (const available of [json.contentAvailability ?? []].flat()) filled.push(await read(available));
  const names: string[] = [];
  let index = 0;
  for (let depth = 0; depth < Math.min(subtreeLevels, availableLevels - at.level); depth++) {
    for (let order = 0; order < branches ** depth; order++, index++) {
      const place = placeBelow(at, depth, order, isOctree);
      contents.forEach((name, which) => {
        if (name !== undefined && filled[which]?.(index)) names.push(nameAt(name, place));
      });
    }
  }
  const hasMore = await read(json.childSubtreeAvailability);
  const orders = at.level + subtreeLevels < availableLevels ? Array.from({ length: below }, (_, order) => order) : [];
  return {
    names,
    below: orders.filter(hasMore).map((order) => placeBelow(at, subtreeLevels, order, isOctree)),
  };
}

/** @param order Of the tiles of a depth: the bits of x, y and z by turns, as Morton has it. */
function placeBelow(at: Place, depth: number, order: number, isOctree: boolean): Place {
  const axes = isOctree ? 3 : 2;
  const along = (axis: number) =>
    Array.from({ length: depth }, (_, bit) => ((order >> (bit * axes + axis)) & 1) << bit).reduce(
      (sum, one) => sum + one,
      0,
    );
  const side = 2 ** depth;
  return {
    level: at.level + depth,
    x: at.x * side + along(0),
    y: at.y * side + along(1),
    z: isOctree ? at.z * side + along(2) : 0,
  };
}

interface Availability {
  readonly constant?: number;
  readonly bitstream?: number;
  /** As drafts of the standard had it. */
  readonly bufferView?: number;
}
interface SubtreeJson {
  readonly buffers?: readonly { readonly uri?: string }[];
  readonly bufferViews?: readonly {
    readonly buffer?: number;
    readonly byteOffset?: number;
    readonly byteLength?: number;
  }[];
  readonly contentAvailability?: Availability | readonly Availability[];
  readonly childSubtreeAvailability?: Availability;
}

function partsOf(file: Buffer): { readonly json: SubtreeJson; readonly bits: Buffer } {
  const bytes = unpacked(file);
  if (bytes.length < SUBTREE.header || bytes.readUInt32LE(0) !== SUBTREE.magic) throw new Error('It is no subtree.');
  const [json, bits] = [SUBTREE.json, SUBTREE.bits].map((at) => Number(bytes.readBigUInt64LE(at))) as [number, number];
  const end = SUBTREE.header + json;
  return {
    json: JSON.parse(bytes.subarray(SUBTREE.header, end).toString()) as SubtreeJson,
    bits: bytes.subarray(end, end + bits),
  };
}
