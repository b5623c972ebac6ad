import type { Faces } from '../tour/tour.ts';

/** Viewpoints whose pictures are fetched before anybody walks there. */
const AHEAD = 3;

/** Asks for the pictures of the next viewpoints when the browser has nothing else to do; its cache keeps them. */
export function preloadFaces(next: readonly Faces[]): void {
  const whenIdle: (run: () => void) => void =
    'requestIdleCallback' in window ? (run) => window.requestIdleCallback(run) : (run) => setTimeout(run);
  whenIdle(() => {
    for (const faces of next.slice(0, AHEAD)) {
      for (const address of Object.values(faces)) {
        const image = new Image();
        // As WebGL will ask for it: what a cache has without leave of its host is refused there.
        image.crossOrigin = 'anonymous';
        image.src = address;
      }
    }
  });
}
