import { readTour, readViewState, wayTowards } from '@openhouse/viewer/inside';
import { describe, expect, test } from 'vitest';
import { filesOnPortal } from './tour/addresses.ts';
import { after, beginOf } from './use-explorer.ts';

const observer = (index: number, x: number, z: number, accessible: readonly number[], floor = 0) => ({
  index,
  floor_index: floor,
  position: [x, 1.5 + floor * 3, z],
  standing_position: [x, floor * 3, z],
  quaternion: { w: 1, x: 0, y: 0, z: 0 },
  accessible_nodes: [...accessible],
  visible_nodes: [],
});
const tag = (title: string, panoIndex: number | undefined, y = 1) => ({
  id: 1,
  contentType: 'normal',
  position: [1, y, 1],
  data: { title },
  ...(panoIndex === undefined ? {} : { config: { visibleConfig: { visiblePanoIndex: String(panoIndex) } } }),
});

const info = {
  resource_code: 't',
  name: 'T',
  is_active: true,
  model: { file_url: '' },
  // The last step leads to a viewpoint that does not exist.
  observers: [observer(10, 0, 0, [20, 30]), observer(20, 0, -2, [10]), observer(30, 2, 0, [10, 99], 1)],
};
const files = filesOnPortal({ gateway: 'http://localhost:4001', team: 'demo', resourceCode: 't' });
const tour = readTour(
  { 'vr-info': info, 'hot-list': { tagList: [tag('Here', 10), tag('There', 20), tag('Above', undefined, 4)] } },
  files,
);
const first = beginOf(tour);

test('a tour begins at its first viewpoint when it names none', () => {
  expect(first).toMatchObject({ view: 'panorama', at: 10, selected: 'viewpoint-0', listed: 'viewpoint', floor: 0 });
});

test('a tour without viewpoints begins with its model, and never shows a panorama', () => {
  const empty = readTour(
    { 'vr-info': { resource_code: 't', name: 'T', is_active: true, model: { file_url: '' } } },
    filesOnPortal({ gateway: '', team: '', resourceCode: 't' }),
  );
  const begun = beginOf(empty);
  expect(begun).toMatchObject({ view: 'model', at: undefined, selected: undefined });
  expect(after(empty, begun, { type: 'show', view: 'panorama' })).toBe(begun);
});

test('a guide turns the view where one stands, and selects nothing', () => {
  const pose = { yaw: 1, pitch: 0.2, fov: 60 };
  expect(after(tour, first, { type: 'turn', pose })).toEqual({ ...first, look: { pose } });
});

test('looking turns to a thing, and selects nothing; asking twice turns twice', () => {
  const once = after(tour, first, { type: 'look', key: 'tag-1' });
  expect(once).toEqual({ ...first, look: { key: 'tag-1' } });
  expect(after(tour, once, { type: 'look', key: 'tag-1' }).look).not.toBe(once.look);
});

describe('picking', () => {
  const pick = (key: string, from = first) => after(tour, from, { type: 'pick', key });

  test('a viewpoint walks there, and its floor follows', () => {
    expect(pick('viewpoint-2')).toMatchObject({ at: 30, selected: 'viewpoint-2', floor: 1, look: undefined });
  });

  test('a tag that shows from here turns to it', () => {
    expect(pick('tag-0')).toMatchObject({ at: 10, selected: 'tag-0', listed: 'tag', look: { key: 'tag-0' } });
  });

  test('a tag that shows from elsewhere leads there first', () => {
    expect(pick('tag-1')).toMatchObject({ at: 20, selected: 'tag-1', look: { key: 'tag-1' } });
  });

  test('from outside nobody is moved', () => {
    const outside = after(tour, first, { type: 'show', view: 'plan' });
    expect(pick('tag-1', outside)).toMatchObject({ view: 'plan', at: 10, selected: 'tag-1' });
    expect(pick('tag-2', outside)).toMatchObject({ floor: 1 });
  });

  test('what is not there changes nothing', () => {
    expect(pick('tag-99')).toBe(first);
  });

  test('the same again asks to turn again', () => {
    const once = pick('tag-0');
    expect(pick('tag-0', once).look).not.toBe(once.look);
  });
});

describe('an address', () => {
  const restore = (text: string) => after(tour, first, { type: 'restore', wish: readViewState(text, tour) });

  test('says where one stands, what is selected and which view shows', () => {
    const state = restore('view=plan&at=30&floor=1&look=1,2,3&on=tag-2');
    expect(state).toMatchObject({ view: 'plan', at: 30, floor: 1, selected: 'tag-2', listed: 'tag' });
    expect(state.wish?.plan).toEqual({ x: 1, z: 2, zoom: 3 });
  });

  test('that says nothing is where the tour begins, and the look with it', () => {
    const state = restore('');
    expect({ ...state, wish: undefined }).toEqual(first);
    expect(state.wish?.pose).toEqual(tour.start);
  });

  test.each(['view=attic&at=99&on=tag-77', 'at=;look=NaN', '%%%', '[object Object]', 'at=10&at=20&look=1,2'])(
    'that is damaged or of another tour harms nothing: %s',
    (text) => {
      expect(restore(text)).toMatchObject({ view: 'panorama', at: 10, selected: 'viewpoint-0', floor: 0 });
    },
  );

  test('that names a tag whose list was refused for now keeps it until the list is there', () => {
    const withoutTags = readTour({ 'vr-info': info }, files);
    const wish = readViewState('at=20&on=tag-1', withoutTags);
    const state = after(withoutTags, beginOf(withoutTags), { type: 'restore', wish });
    expect(state).toMatchObject({ at: 20, selected: 'tag-1', listed: 'tag' });
    expect(after(withoutTags, state, { type: 'pick', key: 'viewpoint-2' }).selected).toBe('viewpoint-2');
  });

  test('without a look keeps the look one has', () => {
    expect(restore('view=panorama&at=20').wish?.pose).toBeUndefined();
  });
});

describe('walking on', () => {
  const [here] = tour.viewpoints;

  test.each([
    ['ahead', 0, 20],
    ['to the right', Math.PI / 2, 30],
    ['a little left of ahead', -0.5, 20],
    ['to the left, where nothing is', -Math.PI / 2, undefined],
    ['back, where nothing is', Math.PI, undefined],
  ])('%s', (_, yaw, expected) => {
    expect(here && wayTowards(tour, here, yaw)?.index).toBe(expected);
  });
});
