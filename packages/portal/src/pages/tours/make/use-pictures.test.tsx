// @vitest-environment happy-dom

import { PICTURES_MAX } from '@openhouse/contract/panoramas';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyDraft, sceneOf } from './draft.ts';
import type { JobMessage } from './picture-jobs.ts';
import { useDraft } from './use-draft.ts';
import { usePictures } from './use-pictures.ts';

/** Workers that were opened, the newest last; each waits to be told what becomes of its job. */
const workers: PretendedWorker[] = [];

class PretendedWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  job: JobMessage | undefined;
  isTerminated = false;
  constructor() {
    workers.push(this);
  }
  postMessage(message: JobMessage) {
    this.job = message;
  }
  terminate() {
    this.isTerminated = true;
  }
}

beforeEach(() => {
  workers.length = 0;
  vi.stubGlobal('Worker', PretendedWorker);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const read = {
  ...{ width: 64, height: 32, full: { width: 64, height: 32, left: 0, top: 0 } },
  ...{ heading: undefined, lean: undefined, position: undefined, thumb: new Blob() },
};
const nameIn = ({ job }: PretendedWorker) => (job?.job.kind === 'read' ? job.job.file.name : undefined);
const last = () => workers.at(-1) as PretendedWorker;

function showPictures() {
  const shown = renderHook(() => {
    const history = useDraft();
    return { history, pictures: usePictures(history) };
  });
  const isRead = async (name: string) => {
    await waitFor(() => expect(nameIn(last())).toBe(name));
    await act(async () => last().onmessage?.({ data: { id: last().job?.id, done: read } }));
  };
  const names = () => shown.result.current.history.draft.scenes.map(({ name }) => name);
  act(() => shown.result.current.pictures.add(['a', 'b', 'c'].map((name) => new File(['x'], `${name}.jpg`))));
  return { ...shown, isRead, names };
}

test('pictures that were still to be read are read after a stop, in their order', async () => {
  const { result, isRead, names } = showPictures();
  await isRead('a.jpg');
  await waitFor(() => expect(nameIn(last())).toBe('b.jpg'));
  await act(async () => result.current.pictures.stop());
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  expect(result.current.pictures.reading.map(({ name }) => name)).toEqual(['b.jpg', 'c.jpg']);
  await isRead('b.jpg');
  await isRead('c.jpg');
  expect([names(), result.current.pictures.reading, result.current.pictures.refused]).toEqual([
    ['a', 'b', 'c'],
    [],
    [],
  ]);
});

test('a worker that dies takes one picture with it, and another one reads the rest', async () => {
  const { result, isRead, names } = showPictures();
  await waitFor(() => expect(nameIn(last())).toBe('a.jpg'));
  await act(async () => last().onerror?.());
  await isRead('b.jpg');
  await isRead('c.jpg');
  const { refused, add } = result.current.pictures;
  expect(refused.map(({ name, refusal }) => [name, refusal.reason])).toEqual([['a.jpg', 'memory']]);
  act(() => add([new File(['y'], 'd.jpg')]));
  await isRead('d.jpg');
  expect([names(), workers.length]).toEqual([['b', 'c', 'd'], 2]);
});

test('once the page is left nothing is read any longer', async () => {
  const { unmount } = showPictures();
  await waitFor(() => expect(nameIn(last())).toBe('a.jpg'));
  await act(async () => unmount());
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
});

test('a tour has no more viewpoints than it may, in whatever batches they come', async () => {
  const { result } = renderHook(() => {
    const history = useDraft();
    return { history, pictures: usePictures(history) };
  });
  const near = Array.from({ length: PICTURES_MAX - 2 }, (_, at) => sceneOf(`${at}`, new File([], `${at}.jpg`), read));
  act(() => result.current.history.open({ ...emptyDraft, scenes: near }));
  const drop = (...names: string[]) =>
    act(() => result.current.pictures.add(names.map((name) => new File(['x'], `${name}.jpg`))));
  drop('x1', 'x2');
  drop('y1', 'y2');
  for (const [name, answer] of [
    ['x1', { refused: { reason: 'broken' } }],
    ['x2', { done: read }],
    ['y1', { done: read }],
  ] as const) {
    await waitFor(() => expect(nameIn(last())).toBe(`${name}.jpg`));
    await act(async () => last().onmessage?.({ data: { id: last().job?.id, ...answer } }));
  }
  await waitFor(() => expect(result.current.pictures.reading).toEqual([]));
  expect(result.current.history.draft.scenes).toHaveLength(PICTURES_MAX);
  // One that was refused takes no room.
  expect(result.current.pictures.refused.map(({ name, refusal }) => [name, refusal.reason])).toEqual([
    ['x1.jpg', 'broken'],
    ['y2.jpg', 'too-many'],
  ]);
});

describe('six faces', () => {
  const FACES = ['front', 'right', 'back', 'left', 'up', 'down'];
  function showFaces() {
    const shown = renderHook(() => {
      const history = useDraft();
      return { history, pictures: usePictures(history) };
    });
    const choose = async (...names: string[]) => {
      act(() => shown.result.current.pictures.add(names.map((name) => new File(['x'], name))));
      for (const name of names) {
        await waitFor(() => expect(nameIn(last())).toBe(name));
        await act(async () =>
          last().onmessage?.({ data: { id: last().job?.id, done: { edge: 16, thumb: new Blob([name]) } } }),
        );
      }
      await waitFor(() => expect(shown.result.current.pictures.reading).toEqual([]));
    };
    const refused = () =>
      shown.result.current.pictures.refused.map(({ name, refusal: { reason, ...more } }) => [name, reason, more]);
    return { ...shown, choose, refused };
  }

  test('become one viewpoint, which one step takes back', async () => {
    const { result, choose, refused } = showFaces();
    await choose(...FACES.toReversed().map((face) => `02_hall_${face}.png`));
    const { draft, undo } = result.current.history;
    expect(draft.scenes.map(({ label, name, files }) => [label, name, files.map((file) => file.name)])).toEqual([
      ['02_hall', 'hall', FACES.map((face) => `02_hall_${face}.png`)],
    ]);
    expect(draft.scenes[0]?.picture).toMatchObject({ width: 16, height: 16, full: undefined });
    expect(refused()).toEqual([]);
    act(() => undo?.());
    expect(result.current.history.draft.scenes).toEqual([]);
  });

  test('that lack some are named, until the others come or they are dismissed', async () => {
    const { result, choose, refused } = showFaces();
    await choose('hall_f.png', 'hall_r.png', 'front.png');
    expect(refused()).toEqual([
      ['hall', 'lacking', { missing: ['back', 'left', 'up', 'down'] }],
      ['', 'lacking', { missing: FACES.slice(1) }],
    ]);
    act(() => result.current.pictures.dismiss(result.current.pictures.refused[1]?.id ?? ''));
    // Whoever chooses all six again means no second picture of the two.
    await choose(...FACES.map((face) => `hall_${face}.png`));
    expect([refused(), result.current.history.draft.scenes.map(({ name }) => name)]).toEqual([[], ['hall']]);
    expect(result.current.history.draft.scenes[0]?.files.map(({ name }) => name)).toContain('hall_front.png');
  });

  test('of which two are the same face: one is used, and the other is named', async () => {
    const { result, choose, refused } = showFaces();
    await choose(...FACES.map((face) => `hall_${face}.png`), 'hall-top.png');
    expect(refused()).toEqual([['hall-top.png', 'twice', { other: 'hall_up.png', face: 'up', set: 'hall' }]]);
    expect(result.current.history.draft.scenes).toHaveLength(1);
  });
});

test('a table is taken or refused by line, and undone', async () => {
  const { result } = renderHook(() => {
    const history = useDraft();
    return { history, pictures: usePictures(history) };
  });
  const drop = async (text: string, name = 'places.csv') => {
    act(() => result.current.pictures.add([new File([text], name)]));
    await waitFor(() => expect(result.current.pictures.reading.length).toBe(0));
  };
  await drop('name,x,z\nhall,1,2\n');
  expect(result.current.history.draft.table?.name).toBe('places.csv');
  await drop('name,x,z\nhall,1,\n', 'half.CSV');
  await drop('x'.repeat(1_000_001), 'large.csv');
  expect(result.current.pictures.refused.map(({ name, refusal }) => [name, refusal])).toEqual([
    ['half.CSV', { reason: 'half a place', line: 2 }],
    ['large.csv', { reason: 'large table', most: 1000 }],
  ]);
  expect(result.current.history.draft.table?.name).toBe('places.csv');
  act(() => result.current.history.undo?.());
  expect(result.current.history.draft.table).toBeUndefined();
  expect(workers).toEqual([]);
});
