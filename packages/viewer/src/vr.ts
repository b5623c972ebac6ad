/// <reference types="webxr" />
import type { PanoramaViewer } from './panorama/scene.ts';
import { loadVrCode } from './parts.ts';
import type { Tour } from './tour/tour.ts';
import type { SeenFrom } from './vr/targets.ts';

interface VrOptions {
  readonly tour: Tour;
  /** What the panorama is in; it is marked while somebody looks at it in a headset. */
  readonly stage: HTMLElement;
  /** What a headset shows; null while there is none. */
  readonly viewer: () => PanoramaViewer | null;
  /** What can be pointed at; the same object while nothing of it changes. */
  readonly seen: () => SeenFrom | undefined;
  /** Somebody picked a thing in the headset, by its key. */
  readonly onPick: (key: string) => void;
  /** @param isIn Undefined where the browser has no headset. */
  readonly onChange: (isIn: boolean | undefined) => void;
  /** The page continues. */
  readonly onFail: (error: unknown) => void;
}

/** A panorama in a headset. */
export interface Vr {
  readonly isIn: boolean;
  /** To be called while a person presses something: browsers ask for that. */
  enter(): void;
  leave(): void;
  close(): void;
}

/** Tells whether there is a headset, and shows a panorama in it (WebXR); the code for that loads once somebody may. */
export function vrOf({ tour, stage, viewer, seen, onPick, onChange, onFail }: VrOptions): Vr {
  const xr = xrOf();
  const closing = new AbortController();
  let isOffered = false;
  let isEntering = false;
  let session: XRSession | undefined;

  const tell = () => {
    if (closing.signal.aborted) return;
    stage.toggleAttribute('data-vr', session !== undefined);
    onChange(session === undefined && !isOffered ? undefined : session !== undefined);
  };
  const ask = async () => {
    // Refused in a frame whose page does not allow it.
    isOffered = (await xr?.isSessionSupported('immersive-vr').catch(() => false)) === true;
    tell();
  };
  void ask();
  xr?.addEventListener('devicechange', ask, { signal: closing.signal });
  const leave = () => {
    void session?.end().catch(() => undefined);
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') leave();
  };
  document.addEventListener('keydown', onKey, { signal: closing.signal });
  const show = async (granted: XRSession, panorama: PanoramaViewer) => {
    session = granted;
    granted.addEventListener('end', () => {
      session = undefined;
      tell();
    });
    const { openVr } = await loadVrCode();
    if (closing.signal.aborted) leave();
    else if (session === granted) {
      await openVr({ session: granted, viewer: panorama, tour, seen, onPick });
      tell();
    }
  };
  const enter = async () => {
    const panorama = viewer();
    if (panorama === null || isEntering || session !== undefined) return;
    isEntering = true;
    let granted: XRSession | undefined;
    try {
      if (xr === undefined) throw new Error('This browser has no WebXR, or the page allows none.');
      granted = await xr.requestSession('immersive-vr');
      await show(granted, panorama);
    } catch (error) {
      // Whoever has left meanwhile misses nothing.
      const hasLeft = granted !== undefined && session === undefined;
      leave();
      if (!hasLeft && !closing.signal.aborted) onFail(error);
    }
    isEntering = false;
  };

  return {
    get isIn() {
      return session !== undefined;
    },
    enter: () => void enter(),
    leave,
    close() {
      leave();
      closing.abort();
    },
  };
}

/** What an older name has for the policy of a page; Chromium alone tells of it. */
interface WithPolicy {
  readonly featurePolicy?: { allowsFeature(name: string): boolean } | undefined;
}

/** Chromium keeps no page for "back" that has so much as looked for a headset: where none may be used, nobody looks. */
function xrOf(): XRSystem | undefined {
  const { featurePolicy } = document as WithPolicy;
  return featurePolicy?.allowsFeature('xr-spatial-tracking') === false ? undefined : navigator.xr;
}
