import { describe, expect, test } from 'vitest';
import { filesAnywhere } from '../tour/files-anywhere.ts';
import { readTour } from '../tour/read-tour.ts';
import { drawingFromOutside, drawingInPanorama } from './marks.ts';

const observer = (index: number, x: number, next: readonly number[]) => ({
  index,
  floor_index: 0,
  position: [x, 1.5, 0],
  standing_position: [x, 0, 0],
  quaternion: { w: 1, x: 0, y: 0, z: 0 },
  accessible_nodes: [...next],
  visible_nodes: [...next],
});
const line = (from: readonly number[], to: readonly number[], text: string) => ({
  points: [{ position: [...from] }, { position: [...to] }],
  text,
});
const answers = {
  'vr-info': {
    resource_code: 'flat',
    name: 'Flat',
    is_active: true,
    observers: [observer(0, 0, [1]), observer(1, 2, [0, 2]), observer(2, 4, [1])],
  },
  'ruler-list': {
    list: [
      { id: 1, polyline: { lines: [line([0, 0, 0], [4, 0, 0], '4 m')] } },
      { id: 2, polyline: { lines: [line([0, 0, 0], [0, 2.6, 0], '2.6 m')] } },
    ],
  },
  'annotation-search': {
    list: [{ id: '1', name: 'Hall', floor_index: 0, pano_index: 0, type: 'room', position: { x: 1, y: 0, z: 1 } }],
  },
};
const tour = readTour(answers as unknown as Parameters<typeof readTour>[0], filesAnywhere);
const wanted = { tour, layers: { tag: true, label: true, ruler: true, route: true }, selected: undefined };
const outside = { ...wanted, at: 1 };
const open = ({ marks }: ReturnType<typeof drawingFromOutside>) =>
  marks.filter(({ isOpen }) => isOpen).map(({ text }) => text);

describe('what is drawn over a view', () => {
  test('a panorama has rings only for where one can walk to', () => {
    const [here] = tour.viewpoints;
    if (here === undefined) throw new Error('no viewpoint');
    const { marks } = drawingInPanorama(wanted, here);
    expect(marks.filter(({ kind }) => kind === 'viewpoint').map(({ id }) => id)).toEqual(['viewpoint-1']);
  });

  test('what is further away than a room is long shows in a panorama only when it is selected', () => {
    const observers = [observer(0, 0, [1]), observer(1, 20, [0])];
    const long = readTour(
      { ...answers, 'vr-info': { ...answers['vr-info'], observers } } as unknown as Parameters<typeof readTour>[0],
      filesAnywhere,
    );
    const shown = (index: number, selected?: string) => {
      const from = long.byIndex.get(index);
      if (from === undefined) throw new Error('no viewpoint');
      const { marks } = drawingInPanorama({ ...wanted, tour: long, selected }, from);
      return marks.filter(({ kind }) => kind === 'label').map(({ text }) => text);
    };
    expect(shown(0)).toEqual(['Hall']);
    expect(shown(1)).toEqual([]);
    expect(shown(1, 'label-0')).toEqual(['Hall']);
  });

  test('a plan names rooms and lengths that lie level; the doll’s house names rooms only', () => {
    expect(open(drawingFromOutside(outside, 0))).toEqual(['Hall', '4 m']);
    expect(open(drawingFromOutside(outside, undefined))).toEqual(['Hall']);
    expect(drawingFromOutside(outside, undefined).strokes).toHaveLength(2);
  });

  test('what is selected says its words anywhere', () => {
    expect(open(drawingFromOutside({ ...outside, selected: 'ruler-1' }, undefined))).toEqual(['Hall', '2.6 m']);
  });

  test.each([0, undefined])(
    'the viewpoint one stands in is marked from outside, whatever is selected: floor %s',
    (floor) => {
      const { marks } = drawingFromOutside({ ...outside, selected: 'ruler-1' }, floor);
      expect(marks.filter(({ isHere }) => isHere).map(({ id }) => id)).toEqual(['viewpoint-1']);
    },
  );

  test('names of rooms lie below the dots of viewpoints', () => {
    const kinds = drawingFromOutside(outside, 0).marks.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('label')).toBeLessThan(kinds.indexOf('viewpoint'));
  });

  test('a layer that is off draws nothing of its kind', () => {
    const { marks, strokes } = drawingFromOutside({ ...outside, layers: { ...outside.layers, ruler: false } }, 0);
    expect(marks.some(({ kind }) => kind === 'length')).toBe(false);
    expect(strokes).toEqual([]);
  });
});
