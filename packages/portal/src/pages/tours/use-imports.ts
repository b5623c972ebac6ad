import type { ImportReport, RefusedUpload } from '@openhouse/contract';
import { TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { loadUploads } from '../../api/portal-client.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { PortalError } from '../../api/portal-error.ts';
import type { UploadProgress } from '../../api/tour-upload.ts';
import { toursKey } from '../../api/tours-query.ts';
import { uploadTypeOf } from './upload-type.ts';

export type ImportState =
  | { readonly phase: 'unsuitable'; readonly reason: 'type' | 'size' }
  | { readonly phase: 'waiting' }
  | UploadProgress
  | { readonly phase: 'done'; readonly report: ImportReport }
  | { readonly phase: 'refused'; readonly refused: readonly RefusedUpload[] }
  | { readonly phase: 'failed'; readonly error: Error };

/** One file on its way in. */
export interface TourImport {
  readonly id: number;
  readonly file: File;
  readonly state: ImportState;
}

export interface Imports {
  readonly imports: readonly TourImport[];
  add(files: readonly File[]): void;
  /** Stops an import that goes on, and takes any off the list. */
  remove(id: number): void;
}

/** Imports files one after another: a Team's imports wait for each other anyway. Leaving the page stops what goes on. */
export function useImports(teamId: string): Imports {
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
    if (next === undefined || running.current !== undefined) return;
    const { id, file } = next;
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
        signal: stop.signal,
        onProgress: (state) => setState(id, state),
      })
      .then(
        async (report) => {
          running.current = undefined;
          setState(id, { phase: 'done', report });
          await queries.invalidateQueries({ queryKey: toursKey(teamId) });
        },
        (error: Error) => {
          running.current = undefined;
          if (stop.signal.aborted) return;
          const isRefused = error instanceof PortalError && error.code === 'TOUR_REFUSED';
          setState(id, isRefused ? { phase: 'refused', refused: error.refused } : { phase: 'failed', error });
        },
      );
  }, [imports, portal, queries, teamId, setState]);

  useEffect(() => {
    // Before somebody drops a file.
    void loadUploads().catch(() => undefined);
    return () => running.current?.stop.abort();
  }, []);

  const add = useCallback((files: readonly File[]) => {
    const added = files.map((file): TourImport => {
      const id = nextId.current;
      nextId.current += 1;
      return { id, file, state: startOf(file) };
    });
    setImports((all) => [...all, ...added]);
  }, []);

  const remove = useCallback((id: number) => {
    if (running.current?.id === id) {
      running.current.stop.abort();
      running.current = undefined;
    }
    setImports((all) => all.filter((one) => one.id !== id));
  }, []);

  return { imports, add, remove };
}

function startOf(file: File): ImportState {
  if (uploadTypeOf(file.name) === undefined) return { phase: 'unsuitable', reason: 'type' };
  return file.size > TOUR_UPLOAD_MAX_BYTES ? { phase: 'unsuitable', reason: 'size' } : { phase: 'waiting' };
}
