import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buffersOfSubtree, firstPlace, type Tiling, tilesOfSubtree } from './counted-tiles.ts';

const quarters: Tiling = {
  contents: ['{level}-{x}-{y}.glb'],
  subtrees: 'which/{level}.{x}.{y}.subtree',
  subtreeLevels: 2,
  availableLevels: 4,
  isOctree: false,
};
const noBuffer = () => Promise.resolve(undefined);

/** As the standard has it: JSON behind a header, and bits behind that, both in eights of bytes. */
function subtree(json: object, bits: readonly number[] = []): Buffer {
  const [text, behind] = [Buffer.from(JSON.stringify(json)), Buffer.from(bits)].map((part) =>
    Buffer.concat([part, Buffer.alloc(-part.length & 7, ' ')]),
  ) as [Buffer, Buffer];
  const header = Buffer.alloc(24);
  header.write('subt');
  header.writeUInt32LE(1, 4);
  header.writeBigUInt64LE(BigInt(text.length), 8);
  header.writeBigUInt64LE(BigInt(behind.length), 16);
  return Buffer.concat([header, text, behind]);
}

const bitsOf = (...at: readonly number[]) => at.reduce((sum, one) => sum | (1 << one), 0);

describe('tiles that are counted', () => {
  test('each that has a file, by its level and numbers, and where further subtrees begin', async () => {
    const file = subtree(
      {
        buffers: [{ byteLength: 3 }],
        bufferViews: [
          { buffer: 0, byteOffset: 0, byteLength: 1 },
          { buffer: 0, byteOffset: 1, byteLength: 2 },
        ],
        tileAvailability: { constant: 1 },
        contentAvailability: [{ bitstream: 0 }],
        childSubtreeAvailability: { bitstream: 1 },
      },
      // The first tile, and of its quarters the second and the third; of sixteen subtrees the seventh and the last.
      [bitsOf(0, 2, 3), bitsOf(6), bitsOf(7)],
    );
    for (const written of [file, gzipSync(file)]) {
      expect(await tilesOfSubtree(quarters, { level: 0, x: 0, y: 0, z: 0 }, written, noBuffer)).toEqual({
        names: ['0-0-0.glb', '1-1-0.glb', '1-0-1.glb'],
        below: [
          { level: 2, x: 2, y: 1, z: 0 },
          { level: 2, x: 3, y: 3, z: 0 },
        ],
      });
    }
    // Of a subtree further down, and not below the last level.
    expect(await tilesOfSubtree(quarters, { level: 2, x: 3, y: 1, z: 0 }, file, noBuffer)).toEqual({
      names: ['2-3-1.glb', '3-7-2.glb', '3-6-3.glb'],
      below: [],
    });
  });

  test('of eighths three numbers, and as many files a tile as it says', async () => {
    const eighths = {
      ...quarters,
      contents: ['a/{z}/{x}/{y}.glb', undefined, 'b{level}{x}{y}{z}.glb'],
      isOctree: true,
    };
    const file = subtree(
      {
        buffers: [{ byteLength: 2 }],
        bufferViews: [{ buffer: 0, byteLength: 2 }],
        contentAvailability: [{ constant: 0 }, { constant: 1 }, { bufferView: 0 }],
        childSubtreeAvailability: { constant: 0 },
      },
      [bitsOf(1, 7), bitsOf(0)],
    );
    const { names, below } = await tilesOfSubtree(eighths, firstPlace, file, noBuffer);
    expect(names).toEqual(['b1000.glb', 'b1011.glb', 'b1111.glb']);
    expect(below).toEqual([]);
  });

  test('bits may be in files beside it', async () => {
    const json = {
      buffers: [{ byteLength: 8 }, { uri: 'more%20bits.bin', byteLength: 1 }],
      bufferViews: [{ buffer: 1, byteOffset: 1, byteLength: 1 }],
      contentAvailability: { bitstream: 0 },
      childSubtreeAvailability: { constant: 0 },
    };
    expect(buffersOfSubtree(subtree(json))).toEqual([undefined, 'more%20bits.bin']);
    const asked: string[] = [];
    const bufferOf = async (uri: string) => {
      asked.push(uri);
      return Buffer.from([0xff, bitsOf(4)]);
    };
    const { names } = await tilesOfSubtree(quarters, firstPlace, subtree(json), bufferOf);
    expect([names, asked]).toEqual([['1-1-1.glb'], ['more%20bits.bin']]);
    await expect(tilesOfSubtree(quarters, firstPlace, subtree(json), noBuffer)).rejects.toThrow('is missing');
  });

  test.each([
    [
      'more than memory has room for',
      quarters,
      subtree({ contentAvailability: { constant: 1 } }),
      { subtreeLevels: 40 },
    ],
    ['no levels', quarters, subtree({}), { availableLevels: Number.NaN }],
    ['something else', quarters, Buffer.from('{}'), {}],
    ['half of one', quarters, subtree({}).subarray(0, 25), {}],
  ])('a file that tells of %s is refused', async (_, tiling, file, other) => {
    await expect(tilesOfSubtree({ ...tiling, ...other }, firstPlace, file, noBuffer)).rejects.toThrow();
  });
});
