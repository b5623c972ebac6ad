import { describe, expect, test } from 'vitest';
import type { ForeignScene } from './foreign-tour.ts';
import { readPannellum } from './pannellum.ts';

const scene = (own: object = {}) => ({ panorama: 'a.jpg', ...own });
const sceneOf = (file: object): ForeignScene => {
  const [first] = readPannellum({ scenes: { a: scene() }, ...file }).scenes;
  if (first === undefined) throw new Error('no scene');
  return first;
};
const filesOf = ({ picture }: ForeignScene) =>
  picture.kind === 'sphere'
    ? [picture.file]
    : Object.values(picture.faces).flatMap((tiles) => tiles.map((one) => one.file));
const seen = (facts: object = {}, width = 4000, height = 2000) => ({
  ...{ width, height },
  facts: { lacksHemisphere: false, ...facts },
});
const standing = (file: object, picture = seen()) => {
  const { picture: own } = sceneOf(file);
  return own.kind === 'sphere' ? own.standsAs(picture) : undefined;
};

describe('options', () => {
  test('of the file go before those of a scene, and these before the default ones', () => {
    const scenes = { a: scene({ yaw: 2, pitch: 2 }), b: scene() };
    const { start } = sceneOf({ default: { yaw: 1, pitch: 1, hfov: 90 }, scenes, yaw: 3 });
    expect([start?.yaw, start?.pitch]).toEqual([3, 2]);
    // Across a screen of 16:9.
    expect(start?.fov).toBeCloseTo((Math.atan(9 / 16) * 360) / Math.PI, 6);
    const order = (file: object) => readPannellum({ scenes, ...file }).scenes.map(({ key }) => key);
    expect(order({ default: { firstScene: 'b' } })).toEqual(['b', 'a']);
    expect(order({ default: { firstScene: 'a' }, firstScene: 'b' })).toEqual(['b', 'a']);
  });

  test('may be numbers as texts', () => {
    const hotSpots = [{ yaw: '90', pitch: ' -5 ', text: 'Lamp' }];
    expect(sceneOf({ scenes: { a: scene({ hotSpots }) } }).notes).toMatchObject([{ spot: { yaw: 90, pitch: -5 } }]);
  });

  test.each([
    ['images/', 'hall.jpg', 'images/hall.jpg'],
    ['images/pre-', 'hall.jpg', 'images/pre-hall.jpg'],
    ['images/', '/hall.jpg', '/hall.jpg'],
    ['images/', 'https://pictures.example.com/hall.jpg', 'https://pictures.example.com/hall.jpg'],
  ])('a base %j stands in front of %j as it is', (basePath, panorama, file) => {
    expect(filesOf(sceneOf({ default: { basePath }, scenes: { a: { panorama } } }))).toEqual([file]);
  });

  test('that are not read are named: once for many scenes, and none that only loads a page', () => {
    const one = (more: object) => scene({ autoRotate: -2, hotSpots: [{ text: 'x', cssClass: 'y' }], ...more });
    const { lost } = readPannellum({
      default: { firstScene: 'a', autoLoad: true, sceneFadeDuration: 500, strings: {}, title: '' },
      scenes: { a: one({ author: 'Ann' }), b: one({}), c: one({ preview: 'p.jpg', multiRes: { missingTiles: '!' } }) },
    });
    expect(lost.map(String)).toEqual([
      'autoRotate of 3 scenes, such as a',
      'a: author',
      'cssClass of 3 hotspots, such as "x" (a)',
      'sceneFadeDuration, strings of the whole tour',
    ]);
  });
});

describe('a hotspot', () => {
  const spots = (...hotSpots: object[]) => {
    const { scenes, lost } = readPannellum({ scenes: { a: scene({ hotSpots }), 2: scene({ title: 'Attic' }) } });
    const { doors = [], notes = [] } = scenes.find(({ key }) => key === 'a') ?? {};
    return [doors.map(({ to }) => to), notes.map(({ title, url }) => [title, url]), lost.map(String)];
  };
  const url = 'https://lamps.example.com/';
  test.each([
    ['leads to a scene that is called by a number', { sceneId: 2, text: 'Attic' }, [['2'], [], []]],
    [
      'says more than what the scene is called',
      { sceneId: 2, text: 'Up' },
      [['2'], [], ['a: text of the hotspot "Up"']],
    ],
    ['leads to an address, whatever scene it names', { sceneId: 2, text: 'x', URL: url }, [[], [['x', url]], []]],
    ['has an address only', { type: 'info', URL: url }, [[], [[url, url]], []]],
    ['has its address in the text', { text: `A <a href="${url}">lamp</a>` }, [[], [['A lamp', url]], []]],
    ['leads to a script', { text: 'x', URL: 'javascript:alert(1)' }, [[], [['x', '']], ['a: URL of the hotspot "x"']]],
    ['shows a picture', { text: 'x', image: 'a.jpg', sceneId: 2 }, [[], [['x', '']], ['a: image of the hotspot "x"']]],
    ['says nothing', { yaw: 1 }, [[], [], ['a: everything (it has no text) of the hotspot ""']]],
    [
      'sets a direction in the next scene',
      { sceneId: 2, targetYaw: 90, targetPitch: 'same', targetHfov: 'same' },
      [['2'], [], ['a: targetYaw of the hotspot "2"']],
    ],
    ['keeps the direction', { sceneId: 2, targetYaw: 'sameAzimuth', targetPitch: 'same' }, [['2'], [], []]],
  ])('that %s', (_, spot, expected) => {
    expect(spots(spot)).toEqual(expected);
  });
});

describe('a picture', () => {
  const told = { fullWidth: 8000, fullHeight: 4000, width: 4000, height: 2000, left: 0, top: 0 };
  test('that is no half as high shows all of a sphere, unless something says otherwise', () => {
    expect(standing({}, seen({}, 4000, 1900))?.full).toEqual({ width: 4000, height: 1900, left: 0, top: 0 });
    const part = { width: 8000, height: 4000, left: 2000, top: 0 };
    // Its middle is in front, wherever the picture says it is.
    expect(standing({}, seen({ sphere: told }))?.full).toEqual(part);
    expect(standing({ ignoreGPanoXMP: true }, seen({ sphere: told }))?.full).toMatchObject({ width: 4000 });
    expect(standing({ haov: 180, vaov: 90, vOffset: 45 })?.full).toEqual({ ...part, top: 0 });
    expect(standing({ vaov: 90 }, seen({ sphere: told }))?.full).toMatchObject({ height: 4000, width: 8000 });
  });

  test.each([{ haov: 0 }, { haov: 400 }, { vaov: -1 }, { vaov: 90, vOffset: 60 }, { haov: 1e-300 }])(
    'that cannot be a part of a sphere is refused: %j',
    (own) => {
      expect(() => standing(own)).toThrow(/is no part of a sphere/);
    },
  );

  test('may lean and know its north, by what is written or by what it tells', () => {
    const facts = { sphere: told, heading: 70, lean: { pitch: 10, roll: 20 } };
    expect(standing({}, seen(facts))).toMatchObject({ heading: 70, turned: expect.any(Object) });
    expect(standing({ horizonPitch: 0, horizonRoll: 0 }, seen(facts))?.turned).toBeUndefined();
    expect(standing({ ignoreGPanoXMP: true }, seen(facts))).toMatchObject({ heading: undefined, turned: undefined });
    expect(sceneOf({ northOffset: 12 }).heading).toBe(12);
  });

  // The generator of Pannellum writes paths that begin with a slash, and no base.
  test.each([
    ['', undefined, '/%l/%s%y_%x', '1/f0_0.jpg'],
    ['', 'tiles', '/%l/%s%y_%x', 'tiles/1/f0_0.jpg'],
    ['images/', 'tiles', '/%l/%s%y_%x', 'images/tiles/1/f0_0.jpg'],
    ['images', undefined, '/%l/%s%y_%x', 'images/1/f0_0.jpg'],
    ['images/', 'https://pictures.example.com/a', '/%s', 'https://pictures.example.com/a/f.jpg'],
    ['', undefined, '//pictures.example.com/%s', '//pictures.example.com/f.jpg'],
  ])('of tiles: the bases %j and %j stand in front of %j', (basePath, own, path, file) => {
    const multiRes = { basePath: own, path, extension: 'jpg', tileResolution: 512, maxLevel: 1, cubeResolution: 512 };
    expect(filesOf(sceneOf({ default: { basePath }, scenes: { a: { type: 'multires', multiRes } } }))[0]).toBe(file);
  });

  test('of a cube may be missing', () => {
    const cubeMap = ['f.jpg', 'r.jpg', 'null', 'l.jpg', null, 'd.jpg'];
    expect(filesOf(sceneOf({ scenes: { a: { type: 'cubemap', cubeMap } } }))).toEqual([
      'f.jpg',
      'r.jpg',
      'l.jpg',
      'd.jpg',
    ]);
  });

  test('of a type that nobody knows is refused', () => {
    expect(() => sceneOf({ scenes: { a: scene({ type: 'little-planet' }) } })).toThrow('type "little-planet"');
  });
});
