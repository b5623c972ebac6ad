// @vitest-environment happy-dom

import { PICTURES_MAX } from '@openhouse/contract/panoramas';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
const nameIn = ({ job }: PretendedWorker) => (job?.job.file as File | undefined)?.name;
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
  expect(refused.map(({ file, refusal }) => [file.name, refusal.reason])).toEqual([['a.jpg', 'memory']]);
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
  expect(result.current.pictures.refused.map(({ file, refusal }) => [file.name, refusal.reason])).toEqual([
    ['x1.jpg', 'broken'],
    ['y2.jpg', 'too-many'],
  ]);
});
