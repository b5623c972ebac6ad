import { type LoadedModel, loadModelCode } from '@openhouse/viewer/inside';
import { useEffect, useState } from 'react';
import { loadCode } from '../../../api/load-code.ts';
import { useComebacks } from '../../../api/use-comebacks.ts';

/** A model on its way: not asked for, loading, there, or not to be had. */
export type ModelState =
  | { readonly state: 'none' | 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'loaded'; readonly model: LoadedModel };

/**
 * Loads a model, and the code that reads it, when it is first wanted; again when what it failed for may be over.
 * @param addresses Empty when there is none to load.
 */
export function useModel(addresses: readonly string[], isWanted: boolean): ModelState {
  const [loaded, setLoaded] = useState<ModelState>({ state: 'none' });
  const comebacks = useComebacks();
  const [tries, setTries] = useState(0);
  // Wanted once, it stays wanted: walking on waits for pictures again, and would cancel a model on its way or load it twice.
  const [wasWanted, setWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWanted(true);
  const retry = () => setTries((before) => before + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has loaded stays.
  useEffect(() => {
    if (loaded.state === 'failed') retry();
  }, [comebacks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads it.
  useEffect(() => {
    if (addresses.length === 0 || !wasWanted) return;
    const leaving = new AbortController();
    const tell = (state: ModelState) => {
      if (!leaving.signal.aborted) setLoaded(state);
    };
    tell({ state: 'loading' });
    void loadCode(loadModelCode)
      .then(({ loadModel }) => loadModel(addresses, leaving.signal))
      .then((model) => tell({ state: 'loaded', model }))
      .catch(() => tell({ state: 'failed', retry }));
    return () => leaving.abort();
  }, [addresses.join(' '), wasWanted, tries]);
  return loaded;
}
