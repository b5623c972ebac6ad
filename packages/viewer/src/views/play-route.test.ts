import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tour, Viewpoint } from '../tour/tour.ts';
import { playRoute, routePlayer, stopsOf } from './play-route.ts';

beforeEach(() => void vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false })));
afterEach(() => void vi.unstubAllGlobals());

describe('a walk along a route', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What happens in order: walks to, looks towards, and the end. */
  async function played(from: number | undefined, stops: readonly number[], endAfterMs = 60_000): Promise<string[]> {
    const done: string[] = [];
    let at = from;
    const ending = new AbortController();
    setTimeout(() => ending.abort(), endAfterMs);
    const walking = playRoute(
      {
        stops,
        at: () => at,
        walk: async (index) => {
          at = index;
          done.push(`walk ${index}`);
        },
        lookTowards: (index) => done.push(`look ${index}`),
      },
      ending.signal,
    );
    await vi.runAllTimersAsync();
    await walking;
    return done;
  }

  test.each<[string, number | undefined, string[]]>([
    ['its beginning', 4, ['look 7', 'walk 7', 'look 2', 'walk 2']],
    ['elsewhere', 9, ['walk 4', 'look 7', 'walk 7', 'look 2', 'walk 2']],
    ['nowhere', undefined, ['walk 4', 'look 7', 'walk 7', 'look 2', 'walk 2']],
    ['the middle of it', 7, ['look 2', 'walk 2']],
    ['its end', 2, ['walk 4', 'look 7', 'walk 7', 'look 2', 'walk 2']],
  ])('from %s goes to its end', async (_, from, expected) => {
    expect(await played(from, [4, 7, 2])).toEqual(expected);
  });

  test('waits where it is while its page is hidden', async () => {
    const page = Object.assign(new EventTarget(), { hidden: true });
    vi.stubGlobal('document', page);
    const done: string[] = [];
    const walk = async (index: number) => void done.push(`walk ${index}`);
    const walker = { stops: [4, 7, 2], at: () => 4, walk, lookTowards() {} };
    const walking = playRoute(walker, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual([]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.runAllTimersAsync();
    await walking;
    expect(done).toEqual(['walk 7', 'walk 2']);
  });

  test('ends where it is as soon as it is told to, also in a hidden page', async () => {
    const page = Object.assign(new EventTarget(), { hidden: true });
    vi.stubGlobal('document', page);
    expect(await played(4, [4, 7, 2], 30_000)).toEqual(['look 7']);
  });

  test('ends where it is as soon as it is told to', async () => {
    expect(await played(4, [4, 7, 2], 3500)).toEqual(['look 7', 'walk 7', 'look 2']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('one walk at a time: it is told when it begins, and once that it has ended, whoever ended it', async () => {
  const stops = [4, 7];
  const tour = {
    byIndex: new Map(stops.map((index) => [index, { index } as Viewpoint])),
    things: { route: [{ key: 'route-0', shownFrom: stops }] },
  } as unknown as Tour;
  const told: boolean[] = [];
  let walks = 0;
  const walker = { at: () => undefined, walk: async () => void walks++, lookTowards: () => {} };
  const player = routePlayer(tour, walker, (isPlaying) => told.push(isPlaying));
  expect([player.play(undefined), player.play('route-0')]).toEqual([true, true]);
  await Promise.resolve();
  expect(walks).toBe(1);
  player.pause();
  player.pause();
  expect([told, player.isPlaying]).toEqual([[true, false], false]);
});

describe('the route that is walked along', () => {
  const byIndex = new Map([4, 7, 2].map((index) => [index, { index } as Viewpoint]));
  const tour = (...groups: (readonly number[] | undefined)[]) =>
    ({
      byIndex,
      things: { route: groups.map((shownFrom, at) => ({ key: `route-${at}`, shownFrom })) },
    }) as unknown as Tour;

  test('is the wanted one, else the first that comes by two viewpoints', () => {
    expect(stopsOf(tour([4], [4, 7], [2, 7]), undefined)).toEqual([4, 7]);
    expect(stopsOf(tour([4], [4, 7], [2, 7]), 'route-2')).toEqual([2, 7]);
    expect(stopsOf(tour([4], [4, 7]), 'route-0')).toEqual([4, 7]);
  });

  test('leaves out viewpoints that the tour does not have, and is none without two', () => {
    expect(stopsOf(tour([4, 99, 7]), undefined)).toEqual([4, 7]);
    expect(stopsOf(tour([4, 99], undefined, []), undefined)).toBeUndefined();
    expect(stopsOf(tour(), 'route-0')).toBeUndefined();
  });
});
