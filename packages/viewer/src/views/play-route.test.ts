import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GuideStop, Tour, Viewpoint } from '../tour/tour.ts';
import { playRoute, routePlayer, stopsOf } from './play-route.ts';

/** A stop that leaves open where one looks. */
const stopAt = (index: number): GuideStop => ({ index, view: {} });

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
  async function played(
    from: number | undefined,
    stops: readonly (number | GuideStop)[],
    endAfterMs = 60_000,
  ): Promise<string[]> {
    const done: string[] = [];
    let at = from;
    const ending = new AbortController();
    setTimeout(() => ending.abort(), endAfterMs);
    const walking = playRoute(
      {
        stops: stops.map((stop) => (typeof stop === 'number' ? stopAt(stop) : stop)),
        at: () => at,
        walk: async (index) => {
          at = index;
          done.push(`walk ${index}`);
        },
        lookTowards: (index) => done.push(`look ${index}`),
        look: ({ yaw }) => done.push(`turn ${yaw}`),
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

  test('turns to the view that a stop has, also at the last one, and towards the next where it has none', async () => {
    const stops = [{ index: 4, view: { yaw: 1 } }, 7, { index: 2, view: { yaw: 3 } }];
    expect(await played(4, stops)).toEqual(['turn 1', 'walk 7', 'look 2', 'walk 2', 'turn 3']);
  });

  test('waits where it is while its page is hidden', async () => {
    const page = Object.assign(new EventTarget(), { hidden: true });
    vi.stubGlobal('document', page);
    const done: string[] = [];
    const walk = async (index: number) => void done.push(`walk ${index}`);
    const walker = { stops: [4, 7, 2].map(stopAt), at: () => 4, walk, lookTowards() {}, look() {} };
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
    guide: [],
  } as unknown as Tour;
  const told: boolean[] = [];
  let walks = 0;
  const walker = { at: () => undefined, walk: async () => void walks++, lookTowards: () => {}, look: () => {} };
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
      guide: [] as readonly GuideStop[],
    }) as unknown as Tour;
  const stopsIn = (...given: Parameters<typeof stopsOf>) => stopsOf(...given)?.map(({ index }) => index);

  test('is the wanted one, else the first that comes by two viewpoints', () => {
    expect(stopsIn(tour([4], [4, 7], [2, 7]), undefined)).toEqual([4, 7]);
    expect(stopsIn(tour([4], [4, 7], [2, 7]), 'route-2')).toEqual([2, 7]);
    expect(stopsIn(tour([4], [4, 7]), 'route-0')).toEqual([4, 7]);
  });

  test('leaves out viewpoints that the tour does not have, and is none without two', () => {
    expect(stopsIn(tour([4, 99, 7]), undefined)).toEqual([4, 7]);
    expect(stopsIn(tour([4, 99], undefined, []), undefined)).toBeUndefined();
    expect(stopsIn(tour(), 'route-0')).toBeUndefined();
  });

  test('is the guide where no route was wanted: it shows the whole tour; one stop alone is none', () => {
    const guided = (...guide: GuideStop[]) => ({ ...tour([4, 7]), guide });
    const view = { yaw: 1, pitch: 0, fov: 60 };
    const guide = [{ index: 2, view }, stopAt(7)];
    expect(stopsOf(guided(...guide), undefined)).toEqual(guide);
    expect(stopsIn(guided(...guide), 'route-0')).toEqual([4, 7]);
    expect(stopsIn(guided(stopAt(2)), undefined)).toEqual([4, 7]);
  });
});
