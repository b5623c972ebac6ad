import { expect, test, vi } from 'vitest';
import { type DraftScene, emptyDraft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { type Keeping, openKeeper } from './open-keeper.ts';

const scene = (name: string, file = new File(['x'], name)) =>
  ({ id: name, label: name, files: [file], name, notes: [] }) as unknown as DraftScene;

/** A file that went since it was chosen. @param read What a browser reads of it. */
const gone = (name: string, read: () => Promise<ArrayBuffer>): File =>
  Object.assign(new File(['x'], name), { slice: () => ({ arrayBuffer: read }) });
const changed = (name: string) => gone(name, () => Promise.reject(new DOMException('', 'NotReadableError')));
/** As Chromium shows it, whose database takes it as it is. */
const moved = (name: string) => gone(name, async () => new ArrayBuffer(0));

/** @param refusals Names of what the browser throws where it is to write the picture of a file. */
function storeThat(refusals: Readonly<Record<string, string>>) {
  const kept: string[] = [];
  const store: DraftStore = {
    list: async () => [],
    read: async () => undefined,
    writeTour: async () => {},
    pictures: async () => kept,
    async writePicture(_, { id }) {
      const refusal = refusals[id];
      if (refusal !== undefined) throw new DOMException('', refusal);
      kept.push(id);
    },
    removePicture: async () => {},
    remove: async () => {},
  };
  return { store, kept };
}

async function keepingOf(refusals: Readonly<Record<string, string>>, scenes: readonly DraftScene[]) {
  const { store, kept } = storeThat(refusals);
  let keeping: Keeping = { state: 'keeping' };
  openKeeper(Promise.resolve(store), 'tour', (now) => {
    keeping = now;
  }).keep({ ...emptyDraft, scenes });
  await vi.waitFor(() => expect(keeping.state).not.toBe('keeping'));
  return { keeping, kept };
}

test('files that are not where they were are named, and the pictures behind them are kept', async () => {
  const scenes = [scene('a', changed('a')), scene('b', moved('b')), scene('c'), scene('d')];
  const { keeping, kept } = await keepingOf({ a: 'DataError', c: 'QuotaExceededError' }, scenes);
  expect(keeping).toEqual({ state: 'partly', full: ['c'], gone: ['a', 'b'] });
  expect(kept).toEqual(['d']);
});

test('a browser that keeps nothing of files that are there says so', async () => {
  expect((await keepingOf({ a: 'DataError' }, [scene('a')])).keeping).toEqual({ state: 'off' });
});
