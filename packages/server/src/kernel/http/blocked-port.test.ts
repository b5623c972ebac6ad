import { expect, test } from 'vitest';
import { isPortBlocked } from './blocked-port.ts';
import { outsideFetch } from './outside-fetch.ts';

test('the ports that are refused are those that fetch refuses', { tags: 'slow' }, async () => {
  const fetching = outsideFetch({ allowedHosts: [] });
  const [wrong, blocked]: [number[], number[]] = [[], []];
  for (const port of [...Array.from({ length: 7000 }, (_, index) => index + 1), 10_079, 10_080, 10_081, 65_535]) {
    const url = new URL(`http://127.0.0.1:${port}/`);
    // A loopback address is refused before it is connected to, unless its port is refused before that.
    const error = await fetching(url).catch((thrown: Error) => thrown);
    const isRefused = error instanceof TypeError && (error.cause as Error).message === 'bad port';
    if (isRefused) blocked.push(port);
    if (isRefused !== isPortBlocked(url)) wrong.push(port);
  }
  expect(wrong).toEqual([]);
  expect(blocked.length).toBeGreaterThan(80);
});
