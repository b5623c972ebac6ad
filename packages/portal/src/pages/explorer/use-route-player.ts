import { routePlayer, stopsOf, type Tour } from '@openhouse/viewer/inside';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ExplorerAction, ExplorerState } from './use-explorer.ts';

/** What somebody does that ends a walk. */
const ends: ReadonlySet<ExplorerAction['type']> = new Set(['pick', 'show', 'restore']);

/** A walk by the guide or along a route of the tour, as the page shows it. */
export interface RouteWalk {
  /** Undefined where there is neither a guide nor a route. */
  readonly isPlaying: boolean | undefined;
  readonly toggle: () => void;
  readonly pause: () => void;
  /** Pictures of a viewpoint, or what stands in for them, show now. */
  readonly arrived: (index: number) => void;
  /** Does what somebody wants, which ends the walk. */
  readonly act: (action: ExplorerAction) => void;
}

export function useRoutePlayer(
  tour: Tour,
  state: ExplorerState,
  dispatch: (action: ExplorerAction) => void,
): RouteWalk {
  const [isPlaying, setPlaying] = useState(false);
  const at = useRef(state.at);
  at.current = state.at;
  const arriving = useRef<{ readonly index: number; readonly resolve: () => void }>(undefined);
  /** Key of the route that was selected last. */
  const route = useRef<string>(undefined);
  if (tour.byKey.get(state.selected ?? '')?.kind === 'route') route.current = state.selected;
  const player = useMemo(() => {
    const keyOf = (index: number) => tour.byIndex.get(index)?.key ?? '';
    return routePlayer(
      tour,
      {
        at: () => at.current,
        walk: (index) =>
          new Promise((resolve) => {
            arriving.current = { index, resolve };
            dispatch({ type: 'pick', key: keyOf(index) });
          }),
        lookTowards: (index) => dispatch({ type: 'look', key: keyOf(index) }),
        look: (pose) => dispatch({ type: 'turn', pose }),
      },
      (isPlaying) => {
        setPlaying(isPlaying);
        if (isPlaying) dispatch({ type: 'show', view: 'panorama' });
      },
    );
  }, [tour, dispatch]);
  useEffect(() => player.pause, [player]);
  const hasRoute = useMemo(() => stopsOf(tour, undefined) !== undefined, [tour]);
  const arrived = useCallback((index: number) => {
    if (arriving.current?.index === index) arriving.current.resolve();
  }, []);
  const act = useCallback(
    (action: ExplorerAction) => {
      if (ends.has(action.type)) player.pause();
      dispatch(action);
    },
    [player, dispatch],
  );
  const toggle = () => {
    if (player.isPlaying) player.pause();
    else player.play(route.current);
  };
  return { isPlaying: hasRoute ? isPlaying : undefined, toggle, pause: player.pause, arrived, act };
}
