import { type Material, material } from './material.ts';
import { archPrint, dunesPrint, fieldsPrint, fruitSkin, leafBlade, stonesPrint } from './prints.ts';
import { glazedTiles, terrazzo } from './stones.ts';
import { boucle, fabric, rug } from './textiles.ts';
import { hex } from './texture.ts';
import { limewash, planks, plaster, wood } from './walls-and-woods.ts';

const BOOK_COLOURS = [
  0xb8643f, 0xe2d8c6, 0x3f5561, 0xc99443, 0x6e7f6c, 0x8b3e2f, 0xd8b48a, 0x2f3a3d, 0xefe9df, 0x9c8469,
];

const cloth = (name: string, color: number, seed: number, threads = 90): Material =>
  material(name, { texture: fabric(hex(color), { threads, seed }), bump_m: 0.0012, roughness: 1 });

/** Every surface of the loft. Warm whites, oak and clay, with sage and one deep green wall. */
export function createPalette() {
  return {
    plaster: material('plaster', { texture: plaster(hex(0xede6da), 0.045), roughness: 0.95, bump_m: 0.0018 }),
    ceiling: material('ceiling', { texture: plaster(hex(0xf3efe8), 0.03), roughness: 0.95, bump_m: 0.001 }),
    green: material('green', { texture: limewash(hex(0x7c8a74), hex(0x68796a)), roughness: 0.95, bump_m: 0.0015 }),
    terra: material('terra', { texture: limewash(hex(0xc98866), hex(0xb97455)), roughness: 0.95, bump_m: 0.0015 }),
    floor: material('floor', { texture: planks(hex(0xcbaa80)), roughness: 0.34, specular: 0.045, bump_m: 0.0007 }),
    oak: material('oak', { texture: wood(hex(0xcba578)), roughness: 0.45, specular: 0.04, bump_m: 0.0004 }),
    walnut: material('walnut', {
      texture: wood(hex(0x7a5238), { seed: 15 }),
      roughness: 0.4,
      specular: 0.04,
      bump_m: 0.0004,
    }),
    // Quarter-sawn: straight, quiet grain for tall leaves, where flat-sawn cathedrals look printed on.
    doorWalnut: material('doorWalnut', {
      texture: wood(hex(0x80583c), { seed: 23, rings: 34, wander: 0.7, contrast: 0.55 }),
      roughness: 0.42,
      specular: 0.04,
      bump_m: 0.0003,
    }),
    panelOak: material('panelOak', {
      texture: wood(hex(0xc9a377), { seed: 31, rings: 30, wander: 0.9, contrast: 0.6 }),
      roughness: 0.45,
      specular: 0.04,
      bump_m: 0.0003,
    }),
    boucle: material('boucle', { texture: boucle(hex(0xddd3c2)), bump_m: 0.0035, roughness: 1 }),
    linen: material('linen', {
      texture: fabric(hex(0xe9e3d8), { threads: 100, melange: 0.08 }),
      bump_m: 0.0012,
      roughness: 1,
    }),
    cotton: material('cotton', {
      texture: fabric(hex(0xefebe4), { threads: 180, vary: 0.05, melange: 0.05 }),
      bump_m: 0.0006,
      roughness: 1,
    }),
    rustCloth: cloth('rustCloth', 0xb8643f, 2),
    ochreCloth: cloth('ochreCloth', 0xc99443, 6),
    greenCloth: cloth('greenCloth', 0x51634f, 7),
    blueCloth: cloth('blueCloth', 0x4e6273, 9, 120),
    rug: material('rug', { texture: rug(), bump_m: 0.006, roughness: 1 }),
    zellige: material('zellige', {
      texture: glazedTiles(hex(0xafc0a8), hex(0x8ca48b)),
      specular: 0.05,
      bump_m: 0.0035,
      roughness: 0.15,
    }),
    bathTile: material('bathTile', {
      texture: glazedTiles(hex(0xf1ebe0), hex(0xe3d8c8), { columns: 8, rows: 8, tile_m: 0.1, seed: 21 }),
      specular: 0.05,
      bump_m: 0.003,
      roughness: 0.15,
    }),
    bathFloor: material('bathFloor', {
      texture: terrazzo(hex(0xd9d2c6), [hex(0x9c8a74), hex(0x7b7f78), hex(0xb98a6c), hex(0xf2ece2)]),
      roughness: 0.4,
      specular: 0.04,
    }),
    terrazzo: material('terrazzo', {
      texture: terrazzo(hex(0xe6e0d6), [hex(0xb59a7a), hex(0x8e8a80), hex(0xc7764f), hex(0x5e6b62)]),
      roughness: 0.22,
      specular: 0.045,
    }),
    sage: material('sage', { color: hex(0x66786a), roughness: 0.42, specular: 0.04 }),
    steel: material('steel', { color: hex(0x26272a), roughness: 0.38, specular: 0.05 }),
    brass: material('brass', { color: hex(0xd9ae66), metal: true, roughness: 0.26 }),
    chrome: material('chrome', { color: hex(0xd8d8d6), metal: true, roughness: 0.2 }),
    mirror: material('mirror', { color: hex(0xe8eae8), metal: true, roughness: 0.03 }),
    white: material('white', { color: hex(0xf1eee8), roughness: 0.5, specular: 0.04 }),
    cream: material('cream', { color: hex(0xefe9df), roughness: 0.18, specular: 0.05 }),
    clay: material('clay', { color: hex(0xb9704c), roughness: 0.35, specular: 0.04 }),
    slate: material('slate', { color: hex(0x3f5561), roughness: 0.2, specular: 0.05 }),
    bottle: material('bottle', { color: hex(0x4f6b46), roughness: 0.1, specular: 0.06 }),
    terracotta: material('terracotta', { color: hex(0xb5714e), roughness: 0.9 }),
    soil: material('soil', { color: hex(0x3a2c22), roughness: 1 }),
    blackGlass: material('blackGlass', { color: hex(0x0c0d0f), roughness: 0.06, specular: 0.06 }),
    orange: material('orange', {
      texture: fruitSkin(hex(0xd9822b), hex(0xe39a3c), 3),
      roughness: 0.45,
      specular: 0.04,
      bump_m: 0.0009,
    }),
    apple: material('apple', { texture: fruitSkin(hex(0x9c2f24), hex(0xc9a24a), 8), roughness: 0.3, specular: 0.04 }),
    pear: material('pear', { texture: fruitSkin(hex(0xa9a548), hex(0xc2b35c), 12), roughness: 0.5, specular: 0.03 }),
    darkLeaf: material('darkLeaf', {
      texture: leafBlade(hex(0x3f6b35), hex(0x6c9a4a)),
      roughness: 0.5,
      specular: 0.04,
      translucency: 0.35,
      doubleSided: true,
    }),
    paleLeaf: material('paleLeaf', {
      texture: leafBlade(hex(0x5f7d4e), hex(0x93ab78)),
      roughness: 0.6,
      translucency: 0.35,
      doubleSided: true,
    }),
    stem: material('stem', { color: hex(0x6b5236), roughness: 0.9 }),
    sheer: material('sheer', {
      texture: fabric(hex(0xf4f0e8), { threads: 160, vary: 0.05, melange: 0.03 }),
      translucency: 0.55,
      openness: 0.18,
      doubleSided: true,
      roughness: 1,
    }),
    shade: material('shade', { color: hex(0xf3e3c6), emission: [3.0, 2.15, 1.3], doubleSided: true }),
    bulb: material('bulb', { emission: [9, 6.6, 4.2] }),
    opalGlobe: material('opalGlobe', { emission: [5.2, 4.0, 2.7] }),
    lightStrip: material('lightStrip', { emission: [7, 5.0, 3.0] }),
    paper: material('paper', { color: hex(0xe8e0d0), roughness: 1 }),
    dunes: material('dunes', { texture: dunesPrint(), roughness: 0.9 }),
    arches: material('arches', { texture: archPrint(), roughness: 0.9 }),
    stones: material('stones', { texture: stonesPrint(), roughness: 0.9 }),
    dusk: material('dusk', {
      texture: fieldsPrint([0.79, 0.58, 0.3], [0.67, 0.33, 0.22], [0.92, 0.87, 0.78], 41),
      roughness: 0.9,
    }),
    tide: material('tide', {
      texture: fieldsPrint([0.3, 0.4, 0.46], [0.85, 0.76, 0.62], [0.9, 0.88, 0.82], 52),
      roughness: 0.9,
    }),
    moss: material('moss', {
      texture: fieldsPrint([0.86, 0.78, 0.63], [0.36, 0.45, 0.36], [0.93, 0.9, 0.83], 63),
      roughness: 0.9,
    }),
    books: BOOK_COLOURS.map((color, i) => material(`book${i}`, { color: hex(color), roughness: 0.7 })),
  };
}

export type Palette = ReturnType<typeof createPalette>;
