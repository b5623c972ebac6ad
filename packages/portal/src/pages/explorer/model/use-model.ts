import { useEffect, useState } from 'react';
import { loadCode } from '../../../api/load-code.ts';
import type { LoadedModel } from './load-model.ts';

/** A model on its way: not asked for, loading, there, or not to be had. */
export type ModelState =
  | { readonly state: 'none' | 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly model: LoadedModel };

/**
 * Loads a model, and the code that reads it, when it is first wanted.
 * @param address undefined when there is none to load.
 */
export function useModel(address: string | undefined, isWanted: boolean): ModelState {
  const [loaded, setLoaded] = useState<ModelState>({ state: 'none' });
  useEffect(() => {
    if (address === undefined || !isWanted) return;
    let isGone = false;
    const tell = (state: ModelState) => {
      if (!isGone) setLoaded(state);
    };
    tell({ state: 'loading' });
    void loadCode(() => import('./load-model.ts'))
      .then(({ loadModel }) => loadModel(address))
      .then((model) => tell({ state: 'loaded', model }))
      .catch(() => tell({ state: 'failed' }));
    return () => {
      isGone = true;
    };
  }, [address, isWanted]);
  return loaded;
}
