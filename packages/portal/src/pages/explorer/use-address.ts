import {
  readViewState,
  stateTeller,
  type Tour,
  type ViewName,
  type ViewState,
  writeViewState,
} from '@openhouse/viewer/inside';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ExplorerAction, ExplorerState } from './use-explorer.ts';

interface AddressOptions {
  readonly tour: Tour;
  readonly state: ExplorerState;
  readonly act: (action: ExplorerAction) => void;
  /** What shows at this moment. */
  readonly now: () => ViewState;
  /** True where nothing can be drawn in three dimensions: that the plan stands in is nobody's step. */
  readonly isFlat: boolean;
  /** True while the tour walks by itself, which is nobody's step either. */
  readonly isPlaying: boolean;
}

/**
 * Keeps what shows behind the `#` of the page's address, where no server hears of it: pushed when somebody walks or changes
 * the view, replaced when they look around or select. Back, forward and an address changed by hand show what it says.
 */
export function useAddress({ tour, state, act, now, isFlat, isPlaying }: AddressOptions) {
  const { history } = useRouter();
  const shown = useRef({ now, view: state.view, tour });
  shown.current = { now, view: state.view, tour };
  const [page] = useState(() => window.location.pathname);
  const [teller] = useState(() =>
    stateTeller(
      () => writeViewState(shown.current.now()),
      (text, isStep) => {
        const { pathname, search } = window.location;
        if (pathname !== page) return;
        const address = `${pathname}${search}#${text}`;
        if (isStep) history.push(address);
        else history.replace(address);
      },
    ),
  );
  const last = useRef<{
    readonly view: ViewName;
    readonly at: number | undefined;
    readonly wish: ViewState | undefined;
  }>(undefined);
  const { view, at, selected, floor, wish } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is told once.
  useEffect(() => {
    const before = last.current;
    last.current = { view, at, wish };
    if (before === undefined || before.wish !== wish) teller.shown();
    else if (!isPlaying && (before.at !== at || (before.view !== view && !isFlat))) teller.stepped();
    else teller.moved();
  }, [view, at, selected, floor, wish]);
  useEffect(() => {
    const onTravel = () => {
      if (window.location.pathname !== page) return;
      act({ type: 'restore', wish: readViewState(window.location.hash.slice(1), shown.current.tour) });
    };
    window.addEventListener('popstate', onTravel);
    return () => {
      window.removeEventListener('popstate', onTravel);
      teller.close();
    };
  }, [page, teller, act]);
  const moved = useCallback(
    (of: ViewName) => {
      if (shown.current.view === of) teller.moved();
    },
    [teller],
  );
  return { moved };
}
