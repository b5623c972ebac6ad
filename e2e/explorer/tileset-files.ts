import { Document, NodeIO } from '@gltf-transform/core';
import { KHRMaterialsUnlit } from '@gltf-transform/extensions';

/** Colours of the tiles, each unlike any other. */
export const tileColors = {
  coarse: [128, 128, 128],
  left: [220, 30, 30],
  right: [30, 30, 220],
  top: [30, 200, 30],
} as const;
/** Where the middle of each fine tile is, in the tour's metres: y is up. */
const PLACES = { left: [-2, 0, 0], right: [2, 0, 0], top: [0, 4, 0] } as const;

/**
 * A tileset of two levels: one coarse tile, and a tileset of its own with fine ones, one of which is not there.
 * @returns Files by their paths.
 */
export async function tilesetFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const tiles = await Promise.all(
    (['left', 'right', 'top'] as const).map(async (name) => [name, await cube(name, [...PLACES[name]])] as const),
  );
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const volume = { box: [0, 0, 2, 4, 0, 0, 0, 4, 0, 0, 0, 4] };
  const leaf = (uri: string) => ({ boundingVolume: volume, geometricError: 0, content: { uri } });
  const glbs = new Map(tiles);
  return new Map([
    [
      'tileset.json',
      json({
        asset: { version: '1.1' },
        geometricError: 1000,
        root: {
          boundingVolume: volume,
          geometricError: 500,
          refine: 'REPLACE',
          content: { uri: 'coarse.glb' },
          children: [leaf('fine/tiles%20of%20it.json')],
        },
      }),
    ],
    ['coarse.glb', await cube('coarse', [0, 2, 0])],
    [
      'fine/tiles of it.json',
      json({
        asset: { version: '1.1' },
        geometricError: 100,
        root: {
          boundingVolume: volume,
          geometricError: 100,
          refine: 'ADD',
          children: [leaf('left.glb'), leaf('../right.glb'), leaf('top.b3dm'), leaf('gone.glb')],
        },
      }),
    ],
    ['fine/left.glb', glbs.get('left') ?? Buffer.of()],
    ['right.glb', glbs.get('right') ?? Buffer.of()],
    ['fine/top.b3dm', batched(glbs.get('top') ?? Buffer.of())],
  ]);
}

/** The same tiles in a tileset that counts them, of two levels of quarters, and says in a file of its own which are there. */
export async function implicitTilesetFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const at = { left: '1/0/0', right: '1/1/0', top: '1/0/1' } as const;
  const fine = (['left', 'right', 'top'] as const).map(
    async (name) => [`tiles/${at[name]}.glb`, await cube(name, [...PLACES[name]])] as const,
  );
  const tileset = {
    asset: { version: '1.1' },
    geometricError: 1000,
    root: {
      boundingVolume: { box: [0, 0, 2, 4, 0, 0, 0, 4, 0, 0, 0, 4] },
      geometricError: 500,
      refine: 'REPLACE',
      content: { uri: 'tiles/{level}/{x}/{y}.glb' },
      implicitTiling: {
        subdivisionScheme: 'QUADTREE',
        subtreeLevels: 2,
        availableLevels: 2,
        subtrees: { uri: 'which/{level}/{x}/{y}.subtree' },
      },
    },
  };
  return new Map([
    ['tileset.json', Buffer.from(JSON.stringify(tileset))],
    ['which/0/0/0.subtree', allOfSubtree()],
    ['tiles/0/0/0.glb', await cube('coarse', [0, 2, 0])],
    ...(await Promise.all(fine)),
  ]);
}

/** Half the axes of the earth's ellipsoid, in metres, and a town on it, in degrees and metres. */
const EARTH = { equator: 6_378_137, pole: 6_356_752.3142 } as const;
const TOWN = { latitude: 52.5, longitude: 13.4, height: 60 } as const;

/**
 * The tiles of two levels, set on the globe as programs for maps do.
 * @param how Whether the whole tileset is set there, or a tile below its first one, which says where on the earth it is.
 */
export async function earthTilesetFiles(how: 'whole' | 'below'): Promise<ReadonlyMap<string, Buffer>> {
  const files = await tilesetFiles();
  const tileset = JSON.parse(String(files.get('tileset.json')));
  const transform = frameInTown();
  const [west, north] = [4 / (EARTH.equator * Math.cos(radians(TOWN.latitude))), 4 / EARTH.equator];
  const [lon, lat] = [radians(TOWN.longitude), radians(TOWN.latitude)];
  const region = [lon - west, lat - north, lon + west, lat + north, TOWN.height - 2, TOWN.height + 6];
  const root =
    how === 'whole'
      ? { ...tileset.root, transform }
      : {
          boundingVolume: { region },
          geometricError: 500,
          refine: 'REPLACE',
          children: [{ ...tileset.root, transform }],
        };
  return new Map([...files, ['tileset.json', Buffer.from(JSON.stringify({ ...tileset, root }))]]);
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** East, north and up in the town, and where it is from the middle of the earth, column by column. */
function frameInTown(): readonly number[] {
  const [lat, lon] = [radians(TOWN.latitude), radians(TOWN.longitude)];
  const up = [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)] as const;
  const east = [-Math.sin(lon), Math.cos(lon), 0];
  const north = [-Math.sin(lat) * Math.cos(lon), -Math.sin(lat) * Math.sin(lon), Math.cos(lat)];
  const flat = 1 - (EARTH.pole / EARTH.equator) ** 2;
  const away = EARTH.equator / Math.sqrt(1 - flat * Math.sin(lat) ** 2);
  const at = [(away + TOWN.height) * up[0], (away + TOWN.height) * up[1], (away * (1 - flat) + TOWN.height) * up[2]];
  return [...east, 0, ...north, 0, ...up, 0, ...at, 1];
}

/** Says that every tile of a subtree is there, and no subtree below it: JSON behind a header, in eights of bytes. */
function allOfSubtree(): Buffer {
  const json = JSON.stringify({
    tileAvailability: { constant: 1 },
    contentAvailability: [{ constant: 1 }],
    childSubtreeAvailability: { constant: 0 },
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8));
  const header = Buffer.alloc(24);
  header.write('subt');
  header.writeUInt32LE(1, 4);
  header.writeBigUInt64LE(BigInt(text.length), 8);
  return Buffer.concat([header, text]);
}

/** Corners of a cube, each by its bits, and two triangles a side. */
const CORNERS = Array.from({ length: 8 }, (_, bits) =>
  [bits & 1, (bits >> 1) & 1, bits >> 2].map((bit) => 2 * bit - 1),
);
const SIDES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

async function cube(name: keyof typeof tileColors, [x = 0, y = 0, z = 0]: readonly number[]): Promise<Buffer> {
  const model = new Document();
  const buffer = model.createBuffer();
  const places = CORNERS.flatMap(([dx = 0, dy = 0, dz = 0]) => [x + dx, y + dy, z + dz]);
  const linear = tileColors[name].map((value) => ((value / 255 + 0.055) / 1.055) ** 2.4);
  const [red = 0, green = 0, blue = 0] = linear;
  const material = model.createMaterial().setBaseColorFactor([red, green, blue, 1]);
  material.setExtension('KHR_materials_unlit', model.createExtension(KHRMaterialsUnlit).createUnlit());
  const primitive = model
    .createPrimitive()
    .setAttribute(
      'POSITION',
      model.createAccessor().setType('VEC3').setArray(new Float32Array(places)).setBuffer(buffer),
    )
    .setIndices(model.createAccessor().setType('SCALAR').setArray(new Uint16Array(SIDES)).setBuffer(buffer))
    .setMaterial(material);
  model.createScene().addChild(model.createNode().setMesh(model.createMesh().addPrimitive(primitive)));
  return Buffer.from(await new NodeIO().registerExtensions([KHRMaterialsUnlit]).writeBinary(model));
}

/** A glTF file as tilesets of version 1.0 have it: behind a header and a table with no features. */
function batched(glb: Buffer): Buffer {
  const table = Buffer.from('{"BATCH_LENGTH":0}  ');
  const header = Buffer.alloc(28);
  header.write('b3dm');
  [1, header.length + table.length + glb.length, table.length].forEach((value, at) => {
    header.writeUInt32LE(value, 4 + 4 * at);
  });
  return Buffer.concat([header, table, glb]);
}
