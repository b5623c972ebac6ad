import type { GuideStop, Tour } from '../tour/tour.ts';

/** How long one stands at a viewpoint before walking on, in milliseconds: long enough to look towards the next one. */
const STAY_MS = 3000;

/** What a walk does to a view. */
interface Walker {
  /** Where one stands now. */
  readonly at: () => number | undefined;
  /** Resolves once the pictures of a viewpoint show. */
  readonly walk: (index: number) => Promise<void>;
  readonly lookTowards: (index: number) => void;
  /** Turns to the view that the guide has at a stop. */
  readonly look: (view: GuideStop['view']) => void;
}

interface PlayOptions extends Walker {
  /** In the order of the walk: two or more. */
  readonly stops: readonly GuideStop[];
}

/** A tour that walks along its guide and its routes by itself. */
export interface RoutePlayer {
  readonly isPlaying: boolean;
  /** @param wanted Key of a route; the guide, or the first route, otherwise. @returns Whether there is one to walk along. */
  play(wanted: string | undefined): boolean;
  /** Ends the walk where it is. */
  pause(): void;
}

/** @param onChange Told when a walk begins and when it has ended, whoever ended it. */
export function routePlayer(tour: Tour, walker: Walker, onChange: (isPlaying: boolean) => void): RoutePlayer {
  let playing: AbortController | undefined;
  const pause = () => {
    if (playing === undefined) return;
    playing.abort();
    playing = undefined;
    onChange(false);
  };
  return {
    get isPlaying() {
      return playing !== undefined;
    },
    play(wanted) {
      const stops = stopsOf(tour, wanted);
      if (stops === undefined || playing !== undefined) return stops !== undefined;
      const own = new AbortController();
      playing = own;
      onChange(true);
      void playRoute({ ...walker, stops }, own.signal).finally(() => {
        if (playing === own) pause();
      });
      return true;
    },
    pause,
  };
}

/** @returns Where a walk goes: along the wanted route, else by the guide, else along the first route; undefined for none of them. */
export function stopsOf(
  tour: Pick<Tour, 'things' | 'byIndex' | 'guide'>,
  wanted: string | undefined,
): readonly GuideStop[] | undefined {
  const routes = tour.things.route
    .map(({ key, shownFrom = [] }) => ({ key, stops: shownFrom.filter((index) => tour.byIndex.has(index)) }))
    .filter(({ stops }) => stops.length > 1);
  const route = routes.find(({ key }) => key === wanted);
  if (route === undefined && tour.guide.length > 1) return tour.guide;
  return (route ?? routes[0])?.stops.map((index) => ({ index, view: {} }));
}

/**
 * Walks by itself: from where one stands if the walk comes by there, else from its beginning. Where a stop has no view of its own, one
 * looks towards the next.
 * @param signal Ends the walk where it is.
 */
export async function playRoute(
  { stops, at, walk, look, lookTowards }: PlayOptions,
  signal: AbortSignal,
): Promise<void> {
  const here = stops.findIndex(({ index }) => index === at());
  const ahead = here === stops.length - 1 ? stops : stops.slice(Math.max(0, here));
  for (const [position, stop] of ahead.entries()) {
    if (at() !== stop.index) await walk(stop.index);
    if (signal.aborted) return;
    const next = ahead[position + 1];
    if (Object.keys(stop.view).length > 0) look(stop.view);
    else if (next !== undefined) lookTowards(next.index);
    if (next === undefined) return;
    await stay(signal);
    if (signal.aborted) return;
  }
}

/** Resolves after the stay, once somebody can see the page, or as soon as the walk ends. */
function stay(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let hasStayed = false;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      hasStayed = true;
      look();
    }, STAY_MS);
    const done = () => {
      clearTimeout(timer);
      ending.abort();
      resolve();
    };
    /** In a tab behind others it would walk, and load pictures, for nobody. */
    function look(): void {
      if (hasStayed && !document.hidden) done();
    }
    document.addEventListener('visibilitychange', look, { signal: ending.signal });
    signal.addEventListener('abort', done, { signal: ending.signal });
  });
}
