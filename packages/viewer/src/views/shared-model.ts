import type { LoadedModel } from '../model/loaded-model.ts';
import { loadModelCode } from '../parts.ts';
import type { ViewContext } from './view-context.ts';

/** The model of a tour, loaded once: the doll's house shows it, and the plan is cut from it. */
export interface SharedModel {
  /** Undefined until it is there. */
  readonly arrived: LoadedModel | undefined;
  /** @returns Undefined if the model fails to load, which is reported once, or if the tour has none. */
  load(): Promise<LoadedModel | undefined>;
  /** A part of it did not arrive: the coarser one in its place stays. */
  lack(error: unknown): void;
  /** All of it, or the code that shows it, did not arrive. */
  fail(error: unknown): void;
}

export function sharedModel(context: ViewContext): SharedModel {
  const { tour, words, ending } = context;
  let arrived: LoadedModel | undefined;
  let loading: Promise<LoadedModel | undefined> | undefined;

  const lack = (error: unknown) => context.fail('model', error);
  const retry = () => {
    context.say(['model', 'plan'], undefined);
    loading = undefined;
    context.reopen();
  };
  const fail = (error: unknown) => {
    const drawn = tour.start && words.drawnInstead;
    const sentence = [words.noModel, drawn].filter(Boolean).join(words.afterStop);
    context.say(['model', 'plan'], sentence, { label: words.retry, run: retry });
    lack(error);
  };
  const load = async () => {
    try {
      const { loadModel } = await loadModelCode();
      const loaded = await loadModel(tour.model, ending);
      ending.throwIfAborted();
      arrived = loaded;
      if (loaded.missing.length > 0) context.say(['model'], words.paleModel);
      for (const file of loaded.missing) lack(`${file} did not arrive.`);
    } catch (error) {
      if (!ending.aborted) fail(error);
    }
    return arrived;
  };

  return {
    get arrived() {
      return arrived;
    },
    load() {
      if (tour.model.length > 0) loading ??= load();
      return loading ?? Promise.resolve(undefined);
    },
    lack,
    fail,
  };
}
