import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { actionKey } from './action-key.ts';
import { PortalUnreachable } from './portal-error.ts';

/** How an action asks the portal. */
export interface ActionCall {
  /** Aborted when the person cancels. */
  readonly signal: AbortSignal;
  /** The same for every try of one action (decision 0096). */
  readonly key: string;
}

interface ActionOptions<Input, Result> {
  /** What it sends is its input, or never changes: tries with equal inputs have one key. */
  readonly act: (how: ActionCall, input: Input) => Promise<Result>;
  readonly onSuccess?: (result: Result, input: Input) => unknown;
  readonly onError?: (error: Error) => unknown;
  readonly onSettled?: () => unknown;
  /** Goes on when what started it leaves the page: a menu that closes, a row of a list that is read again. */
  readonly outlives?: true;
}

/** An action of a page, and the way to take it back while it has not happened. */
export type Action<Input, Result> = UseMutationResult<Result, Error, Input> & {
  /** Ends the request, if one is under way. Nothing is sent later in its place. */
  readonly cancel: () => void;
};

/**
 * Something a person does: one request that is sent now or not at all. It ends with the dialog it was started in, and a
 * try after a lost answer is the same action (decision 0096).
 */
export function useAction<Input = void, Result = unknown>(
  options: ActionOptions<Input, Result>,
): Action<Input, Result> {
  const { act, onSuccess, onError, onSettled, outlives } = options;
  const queries = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const pressed = useRef<string>(undefined);
  const unanswered = useRef<{ readonly input: string; readonly key: string }>(undefined);
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: async (input) => {
      const stop = new AbortController();
      running.current = stop;
      const written = JSON.stringify(input) ?? '';
      const key = unanswered.current?.input === written ? unanswered.current.key : actionKey();
      const tried = { input: written, key };
      unanswered.current = tried;
      let isSettled = true;
      try {
        return await act({ signal: stop.signal, key }, input);
      } catch (error) {
        // An answer settles it: the next try is another action.
        isSettled = !(error instanceof PortalUnreachable);
        throw error;
      } finally {
        if (isSettled && unanswered.current === tried) unanswered.current = undefined;
        // A cancelled one ends when the next may be on its way.
        if (running.current === stop) {
          running.current = undefined;
          pressed.current = undefined;
        }
      }
    },
    ...(onSuccess && { onSuccess }),
    ...(onError && { onError }),
    ...(onSettled && { onSettled }),
  });
  const { reset, mutate: start } = mutation;
  // Two presses are one action: the button is busy only when the page has been drawn again.
  const mutate: typeof start = useCallback(
    (...input) => {
      const written = JSON.stringify(input[0]) ?? '';
      if (pressed.current === written) return;
      pressed.current = written;
      start(...input);
    },
    [start],
  );
  const cancel = useCallback(() => {
    const stop = running.current;
    running.current = undefined;
    pressed.current = undefined;
    if (stop !== undefined) {
      stop.abort();
      // What the portal had begun when the request ended may be done: the page shows what is.
      void queries.invalidateQueries({ queryKey: ['team'] });
    }
    reset();
  }, [queries, reset]);
  useEffect(() => (outlives ? undefined : cancel), [outlives, cancel]);
  return { ...mutation, mutate, cancel };
}
