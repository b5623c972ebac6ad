import { afterEach, expect, test, vi } from 'vitest';
import { flushes } from './flushes.ts';

afterEach(() => void vi.useRealTimers());

test('it flushes at every interval until the stop, and tells what failed', async () => {
  vi.useFakeTimers();
  const failed = new Error('away');
  const write = vi.fn<() => Promise<void>>().mockRejectedValueOnce(failed).mockResolvedValue(undefined);
  const onError = vi.fn();
  const { start, stop } = flushes(write, onError);
  start(1000);
  await vi.advanceTimersByTimeAsync(999);
  expect(write).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(onError.mock.calls).toEqual([[failed]]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(write).toHaveBeenCalledTimes(2);
  await stop();
  const atTheStop = write.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(write).toHaveBeenCalledTimes(atTheStop);
  expect(onError).toHaveBeenCalledTimes(1);
});

test('a flush under way is shared, and the next one writes anew', async () => {
  let written = () => {};
  const write = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        written = resolve;
      }),
  );
  const { flush } = flushes(write, () => expect.unreachable());
  const both = Promise.all([flush(), flush()]);
  expect(write).toHaveBeenCalledTimes(1);
  written();
  await both;
  const next = flush();
  expect(write).toHaveBeenCalledTimes(2);
  written();
  await next;
});
