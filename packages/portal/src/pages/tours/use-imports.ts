import type { ImportReport, RefusedUpload } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { actionKey } from '../../api/action-key.ts';
import { loadUploads } from '../../api/portal-client.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { FileGone, isOutdated, PortalError, PortalUnreachable } from '../../api/portal-error.ts';
import type { UploadProgress } from '../../api/tour-upload.ts';
import { toursKey } from '../../api/tours-query.ts';
import { uploadTypeOf } from './upload-type.ts';

export type ImportState =
  | { readonly phase: 'unsuitable'; readonly reason: 'type' | 'size' | 'gone' }
  | { readonly phase: 'waiting' }
  | UploadProgress
  | { readonly phase: 'done'; readonly report: ImportReport; readonly fullReport: string }
  | { readonly phase: 'refused'; readonly refused: readonly RefusedUpload[] }
  | { readonly phase: 'failed'; readonly error: Error };

/** One file on its way in. */
export interface TourImport {
  readonly id: number;
  readonly file: File;
  /** The same for every try that may have been the first one's (decision 0088). */
  readonly key: string;
  readonly state: ImportState;
}

export interface Imports {
  readonly imports: readonly TourImport[];
  add(files: readonly File[]): void;
  /** Tries one that failed again. */
  retry(id: number): void;
  /** Cancels a running import, and removes any import from the list. */
  remove(id: number): void;
}

/**
 * Imports files one after another: a Team's imports wait for each other anyway. Leaving the page stops what goes on. After
 * one that could not be sent, because the network, the session or the Team is another, the next ones wait as well.
 * @param maxBytes Of one upload.
 */
export function useImports(teamId: string, maxBytes: number): Imports {
  const portal = usePortal();
  const queries = useQueryClient();
  const [imports, setImports] = useState<readonly TourImport[]>([]);
  const nextId = useRef(1);
  const running = useRef<{ readonly id: number; readonly stop: AbortController }>(undefined);

  const setState = useCallback((id: number, state: ImportState) => {
    setImports((all) => all.map((one) => (one.id === id ? { ...one, state } : one)));
  }, []);

  useEffect(() => {
    const next = imports.find(({ state }) => state.phase === 'waiting');
    if (next === undefined || running.current !== undefined || imports.some(holdsUp)) return;
    const { id, file, key } = next;
    const mediaType = uploadTypeOf(file.name);
    if (mediaType === undefined) return;
    const stop = new AbortController();
    running.current = { id, stop };
    setState(id, { phase: 'sending', sentBytes: 0, totalBytes: file.size });
    portal
      .importTours({
        file,
        name: file.name,
        mediaType,
        key,
        signal: stop.signal,
        onProgress: (state) => setState(id, state),
      })
      .finally(() => {
        // A cancelled one ends when the next may be on its way.
        if (running.current?.stop === stop) running.current = undefined;
      })
      .then(
        async (result) => {
          setState(id, { phase: 'done', ...result });
          await queries.invalidateQueries({ queryKey: toursKey(teamId) });
        },
        (error: Error) => {
          if (stop.signal.aborted) return;
          const isRefused = error instanceof PortalError && error.code === 'TOUR_REFUSED';
          if (error instanceof FileGone) setState(id, { phase: 'unsuitable', reason: 'gone' });
          else setState(id, isRefused ? { phase: 'refused', refused: error.refused } : { phase: 'failed', error });
        },
      );
  }, [imports, portal, queries, teamId, setState]);

  useEffect(() => {
    // Before somebody drops a file.
    void loadUploads().catch(() => undefined);
    return () => running.current?.stop.abort();
  }, []);

  const add = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file): TourImport => {
        const id = nextId.current;
        nextId.current += 1;
        return { id, file, key: actionKey(), state: startOf(file, maxBytes) };
      });
      setImports((all) => [...all, ...added]);
    },
    [maxBytes],
  );

  const retry = useCallback((id: number) => {
    setImports((all) =>
      all.map((one) => {
        if (one.id !== id || one.state.phase !== 'failed') return one;
        // What was answered is settled: the next try is another action.
        const key = one.state.error instanceof PortalUnreachable ? one.key : actionKey();
        return { ...one, key, state: { phase: 'waiting' } };
      }),
    );
  }, []);

  const remove = useCallback(
    (id: number) => {
      if (running.current?.id === id) {
        running.current.stop.abort();
        running.current = undefined;
        // What the portal had begun when the request ended may be done: the page shows what is.
        void queries.invalidateQueries({ queryKey: toursKey(teamId) });
      }
      setImports((all) => all.filter((one) => one.id !== id));
    },
    [queries, teamId],
  );

  return { imports, add, retry, remove };
}

/** Whether the ones behind it would fail in the same way. */
function holdsUp({ state }: TourImport): boolean {
  return state.phase === 'failed' && (state.error instanceof PortalUnreachable || isOutdated(state.error));
}

function startOf(file: File, maxBytes: number): ImportState {
  if (uploadTypeOf(file.name) === undefined) return { phase: 'unsuitable', reason: 'type' };
  return file.size > maxBytes ? { phase: 'unsuitable', reason: 'size' } : { phase: 'waiting' };
}
