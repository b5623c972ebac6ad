import { faces } from '@openhouse/contract/panoramas';
import { describe, expect, test } from 'vitest';
import type { ForeignScene } from './foreign-tour.ts';
import { readKrpano } from './krpano.ts';
import { readXml } from './read-xml.ts';

const IMAGE = '<image><sphere url="a.jpg"/></image>';
const read = (inner: string, more = '', attributes = '') => {
  const xml = `<krpano ${attributes}>${more}<scene name="Hall">${inner.includes('<image') ? '' : IMAGE}${inner}</scene></krpano>`;
  const { scenes, lost, name } = readKrpano(readXml(xml));
  return { ...(scenes[0] as ForeignScene), lost: lost.map(String), tour: name };
};
const fileOf = (image: string): string | undefined => {
  const { picture } = read(image);
  return picture.kind === 'sphere' ? picture.file : picture.faces.up.at(-1)?.file;
};

describe('a hotspot', () => {
  const spot = 'ath="10" atv="5"';
  const kept = ({ doors, notes, lost }: ReturnType<typeof read>) => [
    doors.map(({ to }) => to),
    notes.map(({ title }) => title),
    lost,
  ];
  test.each([
    ['names scenes in either case', `<hotspot ${spot} linkedscene="ATTIC"/>`, [['attic'], [], []]],
    ['calls the skin', `<hotspot ${spot} onclick="skin_loadscene(Attic, BLEND(1));"/>`, [['attic'], [], []]],
    ['names no scene itself', `<hotspot name="a" ${spot} onclick="loadscene(get(next))"/>`, [[], [], ['Hall: everything (it neither leads to a scene nor has a text) of the hotspot a']]], // biome-ignore format: a row each
    ['is hidden', `<hotspot name="a" ${spot} visible="FALSE" tooltip="x"/>`, [[], [], ['Hall: everything (it is hidden) of the hotspot a']]], // biome-ignore format: a row each
    ['does something else', `<hotspot name="a" ${spot} tooltip="x" onclick="showinfo(1)"/>`, [[], ['x'], ['Hall: onclick of the hotspot a']]], // biome-ignore format: a row each
    ['looks otherwise', `<hotspot name="a" ${spot} tooltip="x" rx="1" devices="mobile"/>`, [[], ['x'], ['Hall: rx of the hotspot a', 'Hall: devices of the hotspot a']]], // biome-ignore format: a row each
    ['has a style in either case', `<hotspot ${spot} style="base|UP"/>`, [['attic'], [], []]],
  ])('that %s', (_, hotspot, expected) => {
    expect(kept(read(hotspot, '<style name="Up" linkedscene="attic"/>'))).toEqual(expected);
  });

  test('that is an area is in its middle', () => {
    const points = '<point ath="-10" atv="0"/><point ath="30" atv="0"/>';
    const { notes, lost } = read(`<hotspot name="a" text="Pool">${points}</hotspot>`);
    expect([notes.map(({ spot: at }) => at), lost]).toEqual([
      [{ yaw: expect.closeTo(10, 6), pitch: expect.closeTo(0, 6) }],
      [],
    ]);
  });
});

/** Faces with an address each, of tiles. */
const eachFace = (folder: string) => faces.map((face) => `<${face} url="${folder}/${face[0]}/%v_%u.jpg"/>`).join('');

describe('an image', () => {
  test.each([
    ['<image><cube url="%SWFPATH%/p_%s.jpg"/></image>', 'p_u.jpg'],
    ['<image><cube url="%HTMLPATH%/p%20q_%S.jpg"/></image>', 'p%20q_u.jpg'],
    ['<image stereo="true"><cube url="%CURRENTXML%/p_%t_%s.jpg"/></image>', 'p_1_u.jpg'],
    ['<image stereo="TRUE" stereolabels="L|R"><cube url="p_%t_%s.jpg"/></image>', 'p_L_u.jpg'],
    ['<image cubelabels="1|2|3|4|5|6"><cube url="p_%s.jpg"/></image>', 'p_5.jpg'],
    // The largest size counts, wherever it stands.
    ['<image><cube url="l%l/%s_%0v_%h.jpg" multires="512,1024,600"/></image>', 'l1/u_02_2.jpg'],
    ['<image if="device.mobile"><cube url="m_%s.jpg"/></image><image><cube url="p_%s.jpg"/></image>', 'p_u.jpg'],
    ['<image><sphere url="%E5%AE%A2%AB%CD.jpg"/></image>', '%E5%AE%A2%AB%CD.jpg'],
    // Of images that all have a condition, the one that a usual browser shows.
    ['<image if="!webvr.isenabled"><cube url="p_%s.jpg"/></image><image if="webvr.isenabled"><cube url="vr_%s.jpg"/></image>', 'p_u.jpg'], // biome-ignore format: a row each
    ['<image devices="!androidstock|webgl"><cube url="p_%s.jpg"/></image><image devices="androidstock.and.no-webgl"><cube url="m_%s.jpg"/></image>', 'p_u.jpg'], // biome-ignore format: a row each
    ['<image if="a" tilesize="512"><level tiledimagewidth="1024"><cube url="p_%s_%v_%u.jpg"/></level></image><image if="b"><cube url="m_%s.jpg"/></image>', 'p_u_2_2.jpg'], // biome-ignore format: a row each
    // Each face may have tiles of its own.
    [`<image tilesize="512" baseindex="0"><level tiledimagewidth="600">${eachFace('low')}</level><level tiledimagewidth="1200">${eachFace('high')}</level></image>`, 'high/u/2_2.jpg'], // biome-ignore format: a row each
  ])('%s is at %s', (image, file) => {
    expect(fileOf(image)).toBe(file);
  });

  test.each([
    ['<sphere url="%$dir%/a.jpg"/>', 'is told by a script'],
    ['<sphere url="get(picture)"/>', 'is told by a script'],
    ['<cube url="%NOPATH%/p_%s.jpg"/>', 'is told by a script'],
    ['<sphere url="a_%0v_%h.jpg"/>', 'is cut into tiles'],
    ['<cubestrip url="a.jpg"/>', 'neither a cube nor a sphere'],
  ])('%s is refused', (inner, why) => {
    expect(() => read(`<image>${inner}</image>`)).toThrow(why);
  });

  test('that is a part of a sphere lies in its middle, as wide and high as it says or is', () => {
    const partOf = (attributes: string, width: number, height: number) => {
      const { picture } = read(`<image ${attributes}><sphere url="a.jpg"/></image>`);
      const seen = { width, height, facts: { lacksHemisphere: false } };
      return picture.kind === 'sphere' && picture.standsAs(seen).full;
    };
    expect(partOf('', 4000, 2002)).toEqual({ width: 4000, height: 2002, left: 0, top: 0 });
    expect(partOf('', 4000, 1000)).toEqual({ width: 4000, height: 2000, left: 0, top: 500 });
    expect(partOf('hfov="180"', 2000, 1000)).toEqual({ width: 4000, height: 2000, left: 1000, top: 500 });
    expect(partOf('hfov="180" vfov="180"', 2000, 2000)).toEqual({ width: 4000, height: 2000, left: 1000, top: 0 });
  });

  test('has things that are not carried over', () => {
    const { lost } = read('<image prealign="1|2|3" stereo="true"><sphere url="a.jpg"/><depthmap url="d.stl"/></image>');
    expect(lost).toEqual(['Hall: prealign', 'Hall: stereo', 'Hall: depthmap']);
  });
});

describe('a view', () => {
  test.each([
    ['fov="60" fovtype="VFOV"', 60],
    ['fov="90" fovtype="HFOV"', 58.7155],
    ['fov="90"', 73.7398],
    ['fov="90" fovtype="DFOV"', 52.2338],
    ['fov="0"', undefined],
  ])('of %s is as high', (view, fov) => {
    const found = read(`<view hlookat="5" vlookat="10" ${view} fovmin="70"/>`);
    expect(found.start).toEqual({ yaw: 5, pitch: -10, fov: fov === undefined ? undefined : expect.closeTo(fov, 3) });
    expect(found.lost).toEqual(['Hall: fovmin']);
  });
});

describe('a tour', () => {
  test('has a name, and things beside its scenes that are not carried over', () => {
    const { tour, lost } = read(
      '<layer name="logo"/><plugin name="p"/><events onloadcomplete="x()"/>',
      '<hotspot ath="0" atv="0" linkedscene="a"/><view fov="1"/>',
      'title="House &amp; garden" bgcolor="0"',
    );
    expect(tour).toBe('House & garden');
    expect(lost).toEqual(['Hall: layer', 'Hall: plugin', 'Hall: events', 'hotspot, view, bgcolor of the whole tour']);
  });

  test('has of two scenes with one name the later one, and starts where it says, in either case', () => {
    const scene = (name: string, title: string) => `<scene name="${name}" title="${title}">${IMAGE}</scene>`;
    const three = scene('attic', 'Attic') + scene('hall', 'Old') + scene('Hall', 'New');
    const { scenes } = readKrpano(readXml(`<krpano onstart="loadscene(HALL)">${three}</krpano>`));
    expect(scenes.map(({ key, name }) => [key, name])).toEqual([
      ['hall', 'New'],
      ['attic', 'Attic'],
    ]);
  });

  test('has each of the scenes that have no name', () => {
    const { scenes } = readKrpano(
      readXml(`<krpano><scene title="Hall">${IMAGE}</scene><scene>${IMAGE}</scene></krpano>`),
    );
    expect(scenes.map(({ key, name }) => [key, name])).toEqual([
      ['scene 1', 'Hall'],
      ['scene 2', 'scene 2'],
    ]);
  });
});
