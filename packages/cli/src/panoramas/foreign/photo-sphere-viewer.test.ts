import { describe, expect, test } from 'vitest';
import type { ForeignScene } from './foreign-tour.ts';
import { readPhotoSphereViewer } from './photo-sphere-viewer.ts';

const node = (own: object = {}) => ({ id: 'a', panorama: 'a.jpg', links: [], ...own });
const read = (own: object, tour: object = {}) => {
  const { scenes, lost } = readPhotoSphereViewer({ nodes: [node(own)], ...tour });
  return { ...(scenes[0] as ForeignScene), lost: lost.map(String) };
};

describe('a spot', () => {
  const linkTo = (position: unknown, more: object = {}) =>
    read({ links: [{ nodeId: 'b', position, ...more }] }).doors[0];
  test.each([
    [
      { yaw: Math.PI / 2, pitch: 0.5 },
      { yaw: 90, pitch: 28.6479 },
    ],
    [
      { yaw: '90deg', pitch: '-10DEG' },
      { yaw: 90, pitch: -10 },
    ],
    [
      { yaw: '30.degs', pitch: '0rads' },
      { yaw: 30, pitch: 0 },
    ],
    [
      { yaw: 1e-7, pitch: 1e-7 },
      { yaw: 0, pitch: 0 },
    ],
    [
      { longitude: '45deg', latitude: 0 },
      { yaw: 45, pitch: 0 },
    ],
  ])('is at %j', (position, { yaw, pitch }) => {
    expect(linkTo(position)?.spot).toEqual({ yaw: expect.closeTo(yaw, 3), pitch: expect.closeTo(pitch, 3) });
  });

  test.each([
    [
      { textureX: 1500, textureY: 780 },
      { column: 1500, row: 780, face: undefined },
    ],
    [
      { textureX: 1, textureY: 2, textureFace: 'top' },
      { column: 1, row: 2, face: 'up' },
    ],
    [
      { x: 3, y: 4 },
      { column: 3, row: 4, face: undefined },
    ],
  ])('is at the pixel %j', (position, pixel) => {
    expect(linkTo(position)?.spot).toEqual(pixel);
  });

  test.each([
    ['polyline', [[0, 0], [1, 0]], 28.6479], // biome-ignore format: a row each
    ['polygon', [[[0, 0], ['60deg', 0]], [[9, 9]]], 30], // biome-ignore format: a row each
    ['position', [{ yaw: 0, pitch: 0 }, { yaw: '20deg', pitch: 0 }], 10], // biome-ignore format: a row each
  ])('of a shape is its middle: %s', (shape, corners, yaw) => {
    const { notes, lost } = read({ markers: [{ id: 'm', tooltip: 'Pool', [shape]: corners, svgStyle: {} }] });
    expect(notes).toMatchObject([
      { title: 'Pool', spot: { yaw: expect.closeTo(yaw, 3), pitch: expect.closeTo(0, 6) } },
    ]);
    expect(lost).toContain('a: svgStyle of the marker m');
  });

  test.each([
    ['polygonPixels', [[[100, 40], [200, 60]], [[9, 9]]], undefined], // biome-ignore format: a row each
    ['polylinePixels', [{ textureX: 100, textureY: 40, textureFace: 'left' }, { textureX: 200, textureY: 60, textureFace: 'left' }], 'left'], // biome-ignore format: a row each
  ])('of a shape in pixels is the middle pixel: %s', (shape, corners, face) => {
    const { notes } = read({ markers: [{ id: 'm', tooltip: 'Pool', [shape]: corners }] });
    expect(notes).toMatchObject([{ title: 'Pool', spot: { column: 150, row: 50, face } }]);
  });
});

describe('nodes', () => {
  test('may be called by numbers, and each by one of its own', () => {
    const [a, b] = [node({ id: 1, links: [{ nodeId: 2, position: { yaw: 0, pitch: 0 } }] }), node({ id: 2 })];
    const { scenes } = readPhotoSphereViewer({ nodes: [a, b], startNodeId: 2 });
    expect(scenes.map(({ key, doors }) => [key, doors.map(({ to }) => to)])).toEqual([
      ['2', []],
      ['1', ['2']],
    ]);
    expect(() => readPhotoSphereViewer([a, a])).toThrow('two of its nodes have the id "1"');
  });

  test('with positions on the earth need none for their links, and look to the north', () => {
    const gps = [11.5, 48.1, 520];
    const { position, heading, doors, lost } = read({ gps, links: [{ nodeId: 'b' }] });
    expect([position, heading, doors]).toEqual([
      { longitude: 11.5, latitude: 48.1, altitude: 520 },
      0,
      [{ to: 'b', spot: undefined }],
    ]);
    expect(lost).toEqual([]);
    // Links that have positions go before.
    const placed = read({ gps, links: [{ nodeId: 'b', position: { yaw: 1, pitch: 0 } }] });
    expect([placed.position, placed.lost]).toEqual([undefined, ['a: gps']]);
  });

  test('show markers that have positions on the earth where these are', () => {
    const spotOf = (marker: object, gps: unknown = [0, 0, 100], tour: object = {}) => {
      const { notes, lost } = read({ gps, markers: [{ id: 'm', tooltip: 'Tower', ...marker }] }, tour);
      return [notes[0]?.spot, lost];
    };
    const near = (yaw: number, pitch: number) => ({ yaw: expect.closeTo(yaw, 2), pitch: expect.closeTo(pitch, 2) });
    const position = { yaw: 1, pitch: 0 };
    // A ten-thousandth of a degree are 11.12 metres.
    expect(spotOf({ gps: [0.0001, 0, 100] })).toEqual([near(90, 0), []]);
    expect(spotOf({ gps: [0, 0.0001, 111.12], position })).toEqual([near(0, 45), []]);
    expect(spotOf({ gps: [0, 0, 100] })).toEqual([near(0, 0), []]);
    // One without a height is as high as the node.
    expect(spotOf({ gps: [0, -0.0001] })).toEqual([near(180, 0), []]);
    const manual = { positionMode: 'manual' };
    const inPicture = near(180 / Math.PI, 0);
    expect(spotOf({ gps: [0.0001, 0], position }, undefined, manual)).toEqual([
      inPicture,
      ['a: gps', 'a: gps of the marker m'],
    ]);
    expect(spotOf({ gps: [0.0001, 0], position }, null)).toEqual([inPicture, ['a: gps of the marker m']]);
    expect(spotOf({ gps: [0.0001, 0] }, null)).toEqual([
      undefined,
      ['a: everything (it has only gps, and its node has none that counts) of the marker m'],
    ]);
  });

  test('say what is not carried over', () => {
    const markers = [
      { id: 'x', visible: false, position: { yaw: 0, pitch: 0 }, tooltip: 'Hidden' },
      { id: 'y', position: { yaw: 0, pitch: 0 }, tooltip: 'Lamp', content: '<img src="lamp.jpg">', image: 'pin.png' },
    ];
    const more = { caption: 'c', description: 'd', thumbnail: 't.jpg', showInGallery: false, map: { x: 1 }, data: {} };
    const { lost, notes } = read({ ...more, markers }, { positionMode: 'manual', renderMode: '3d' });
    expect(notes.map(({ title }) => title)).toEqual(['Lamp']);
    expect(lost).toEqual([
      'a: caption',
      'a: description',
      'a: map',
      'a: data',
      'a: everything (it is hidden) of the marker x',
      'a: image of the marker y',
      'a: pictures in the text of the marker y',
      'renderMode of the whole tour',
    ]);
  });
});

describe('a picture', () => {
  const partOf = (own: object, facts: object = {}, width = 4000, height = 2000) => {
    const { picture } = read(own);
    const seen = { width, height, facts: { lacksHemisphere: false, ...facts } };
    return picture.kind === 'sphere' ? picture.standsAs(seen).full : undefined;
  };
  test.each([
    ['in the middle of a sphere that is just large enough', {}, [4000, 1500], [4000, 2000, 0, 250]],
    ['the same, higher', {}, [2000, 1500], [3000, 1500, 500, 0]],
    [
      'as its data say',
      { panoData: { fullWidth: 8000, croppedX: 100, croppedY: 7 } },
      [4000, 2000],
      [8000, 4000, 100, 7],
    ],
    [
      'in pixels of the picture that they were made for',
      { panoData: { fullWidth: 8000, croppedWidth: 4000, croppedX: 100 } },
      [2000, 1000],
      [4000, 2000, 50, 500],
    ],
    [
      'at the edge, where they say more',
      { panoData: { fullWidth: 8000, croppedX: 9e9 } },
      [4000, 2000],
      [8000, 4000, 4000, 1000],
    ],
    [
      'with its own data',
      { panorama: { path: 'a.jpg', data: { fullHeight: 4000 } } },
      [4000, 2000],
      [8000, 4000, 2000, 1000],
    ],
  ])('lies %s', (_, own, [wide, high], [width, height, left, top]) => {
    expect(partOf(own, {}, wide, high)).toEqual({ width, height, left, top });
  });

  test.each([
    ['six', { panorama: { left: 'l', front: 'f', right: 'r', back: 'b', top: 't', bottom: 'd' } }, true],
    ['a list', { panorama: ['l', 'f', 'r', 'b', 't', 'd'] }, true],
    ['flipped', { panorama: { type: 'separate', paths: ['l', 'f', 'r', 'b', 't', 'd'], flipTopBottom: true } }, false],
  ])('of a cube stands above and below as its viewer has it: %s', (_, own, isUpsideDown) => {
    const { picture } = read(own);
    expect(picture.kind === 'cube' && picture.faces.up).toEqual([{ file: 't', left: 0, top: 0, isUpsideDown }]);
    expect(picture.kind === 'cube' && picture.faces.left).toEqual([
      { file: 'l', left: 0, top: 0, isUpsideDown: false },
    ]);
  });

  test.each([
    [{ panorama: { type: 'other', path: 'strip.jpg' } }],
    [{ panorama: { width: 6000, cols: 16, rows: 8, baseUrl: 'a.jpg' } }],
    [{ panorama: ['a', 'b'] }],
  ])('that is neither one nor six is refused: %j', (own) => {
    expect(() => read(own)).toThrow('neither one picture nor six');
  });
});
