import { type PortalTour, type RefusedUpload, TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import { codeOf, usualEdge } from '@openhouse/contract/panoramas';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { actionKey } from '../../../api/action-key.ts';
import type { PortalClient } from '../../../api/portal-client.ts';
import { usePortal } from '../../../api/portal-context.tsx';
import { PortalError } from '../../../api/portal-error.ts';
import type { UploadProgress } from '../../../api/tour-upload.ts';
import { toursKey } from '../../../api/tours-query.ts';
import { type Draft, shownLabel } from './draft.ts';
import { PictureRefused } from './open-picture-work.ts';
import { packTour } from './pack-tour.ts';
import type { CutPicture, PictureRefusal } from './picture-jobs.ts';
import { sha256Of } from './sha256.ts';
import type { Pictures } from './use-pictures.ts';

/** How far a tour is. */
export type MakingState =
  | { readonly phase: 'choosing' | 'stopped' }
  /** The name that the tour's code has is that of another tour. */
  | { readonly phase: 'taken'; readonly name: string }
  | { readonly phase: 'cutting'; readonly name: string; readonly done: number; readonly total: number }
  | UploadProgress
  | { readonly phase: 'cut failed'; readonly file: string; readonly refusal: PictureRefusal }
  | { readonly phase: 'too large'; readonly bundle: Blob; readonly mostBytes: number }
  | { readonly phase: 'refused'; readonly bundle: Blob; readonly refused: readonly RefusedUpload[] }
  | { readonly phase: 'failed'; readonly bundle: Blob | undefined; readonly error: Error }
  /** The tour is made; what was changed meanwhile is not in it. */
  | { readonly phase: 'outdated' }
  | { readonly phase: 'done'; readonly code: string };

/** Whether a tour is being made just now. */
export const worksOn = (phase: MakingState['phase']): boolean => ['cutting', 'sending', 'importing'].includes(phase);

export interface Making {
  readonly state: MakingState;
  readonly code: string;
  /** @param mayReplace True once a person agreed that a tour of the same code goes. */
  make(mayReplace: boolean): void;
  /** Sends the bundle again that could not be sent. */
  send(bundle: Blob): void;
  stop(): void;
  /** Takes back a tour that was asked about and not begun. */
  cancel(): void;
}

/** A bundle that is sent again is the same import, wherever the answer to the first try was lost (decision 0088). */
const keys = new WeakMap<Blob, string>();
function keyOf(bundle: Blob): string {
  const key = keys.get(bundle) ?? actionKey();
  keys.set(bundle, key);
  return key;
}

/** The draft that a bundle was packed of, or that a tour was made of: another one is not what was sent. */
interface Made {
  readonly draft: Draft;
  readonly code: string;
}

/** Faces of a picture. */
const FACES = 6;

/** Resource code of a draft's tour, as the command makes it of a name. */
const codeOfDraft = ({ name }: Draft): string => codeOf(name.trim(), sha256Of);

/**
 * Makes the tour: cuts the pictures one after the other, packs the bundle and sends it. What is cut stays while the page is
 * open, so a tour that is made again goes on where it was.
 */
export function useMaking(teamId: string, draft: Draft, pictures: Pictures): Making {
  const portal = usePortal();
  const queries = useQueryClient();
  const [state, setState] = useState<MakingState>({ phase: 'choosing' });
  const cuts = useRef(new Map<string, CutPicture>());
  const packed = useRef(new WeakMap<Blob, Made>());
  const [made, setMade] = useState<Draft>();
  const running = useRef<AbortController>(undefined);
  const code = codeOfDraft(draft);

  const send = useCallback(
    async (bundle: Blob, stop: AbortController) => {
      const { draft: sent, code: sentCode } = packed.current.get(bundle) as Made;
      setState({ phase: 'sending', sentBytes: 0, totalBytes: bundle.size });
      const { report } = await portal.importTours({
        file: bundle,
        name: `${sentCode}.zip`,
        mediaType: 'application/zip',
        key: keyOf(bundle),
        signal: stop.signal,
        onProgress: (progress) => !stop.signal.aborted && setState(progress),
      });
      await queries.invalidateQueries({ queryKey: toursKey(teamId) });
      if (report.imported.length === 0) setState({ phase: 'refused', bundle, refused: report.refused });
      else {
        setMade(sent);
        setState({ phase: 'done', code: sentCode });
      }
    },
    [portal, queries, teamId],
  );

  const run = useCallback(
    async (work: (stop: AbortController) => Promise<void>, failed: (error: Error) => MakingState) => {
      if (running.current !== undefined) return;
      const stop = new AbortController();
      running.current = stop;
      try {
        await work(stop);
      } catch (error) {
        if (stop.signal.aborted) setState({ phase: 'stopped' });
        else setState(failed(error as Error));
      } finally {
        running.current = undefined;
      }
    },
    [],
  );

  const cutAll = useCallback(
    async (stop: AbortController): Promise<ReadonlyMap<string, CutPicture>> => {
      const made = new Map<string, CutPicture>();
      const total = draft.scenes.length * FACES;
      for (const [at, scene] of draft.scenes.entries()) {
        const { id, files, picture, name } = scene;
        const size = draft.edge ?? usualEdge(picture.full?.width ?? picture.width * 4);
        const kept = `${id} ${size}`;
        const onFaces = (count: number) => {
          if (!stop.signal.aborted) setState({ phase: 'cutting', name, done: at * FACES + count, total });
        };
        onFaces(0);
        const cut =
          cuts.current.get(kept) ??
          (await pictures
            .work()
            .cut(files, picture, size, onFaces)
            .catch((error) => {
              throw error instanceof PictureRefused ? new CutFailed(shownLabel(scene), error.refusal) : error;
            }));
        cuts.current.set(kept, cut);
        made.set(id, cut);
      }
      return made;
    },
    [draft, pictures],
  );

  const make = useCallback(
    (mayReplace: boolean) =>
      void run(
        async (stop) => {
          if (!mayReplace) {
            const taken = await tourOf(portal, code, stop.signal);
            if (taken !== undefined) return setState({ phase: 'taken', name: taken.name });
          }
          const bundle = packTour(draft, code, await cutAll(stop));
          packed.current.set(bundle, { draft, code });
          const { limits } = await portal.call('get-limits', {}, stop.signal);
          const mostBytes = Math.min(TOUR_UPLOAD_MAX_BYTES, limits.uploadBytes);
          if (bundle.size > mostBytes) return setState({ phase: 'too large', bundle, mostBytes });
          await send(bundle, stop).catch((error: Error) => {
            if (stop.signal.aborted) throw error;
            setState(failedState(bundle, error));
          });
        },
        (error) =>
          error instanceof CutFailed
            ? { phase: 'cut failed', file: error.file, refusal: error.refusal }
            : { phase: 'failed', bundle: undefined, error },
      ),
    [run, portal, code, draft, cutAll, send],
  );

  const stop = useCallback(() => {
    running.current?.abort();
    pictures.stop();
    setState({ phase: 'stopped' });
  }, [pictures]);
  useEffect(() => () => running.current?.abort(), []);

  const isReading = pictures.reading.length > 0;
  /** Of a draft that changed since, neither its bundle nor the end of its work is true any longer. */
  function stateNow(): MakingState {
    if ('bundle' in state && state.bundle !== undefined) {
      return packed.current.get(state.bundle)?.draft === draft ? state : { phase: 'choosing' };
    }
    if (state.phase === 'done' && (made !== draft || isReading)) return { phase: 'outdated' };
    return state;
  }

  return {
    state: stateNow(),
    code,
    make,
    send: (bundle) =>
      void run(
        (stopper) => send(bundle, stopper),
        (error) => failedState(bundle, error),
      ),
    stop,
    cancel: () => setState({ phase: 'choosing' }),
  };
}

/** The tour of a code. The search also finds parts of codes and names, so that it may be on any of the pages. */
async function tourOf(portal: PortalClient, code: string, signal: AbortSignal): Promise<PortalTour | undefined> {
  let after: string | null | undefined;
  while (after !== null) {
    const query = { search: code, ...(after !== undefined && { after }) };
    const { tours, next } = await portal.call('list-tours', { query }, signal);
    const found = tours.find(({ resourceCode }) => resourceCode === code);
    if (found !== undefined) return found;
    after = next;
  }
  return undefined;
}

class CutFailed extends Error {
  override name = 'CutFailed';
  readonly file: string;
  readonly refusal: PictureRefusal;
  constructor(file: string, refusal: PictureRefusal) {
    super(file);
    this.file = file;
    this.refusal = refusal;
  }
}

function failedState(bundle: Blob, error: Error): MakingState {
  const isRefused = error instanceof PortalError && error.code === 'TOUR_REFUSED';
  return isRefused ? { phase: 'refused', bundle, refused: error.refused } : { phase: 'failed', bundle, error };
}
