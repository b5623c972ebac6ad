import type { Viewpoint } from '../tour/tour.ts';

/** Viewpoints whose pictures are fetched before anybody walks there. */
const AHEAD = 3;
/** Viewpoints whose previews are: a hundredth of the bytes. */
const PREVIEWS_AHEAD = 12;

/** Asks for the pictures of the next viewpoints when the browser has nothing else to do; its cache keeps them. */
export function preloadFaces(next: readonly Pick<Viewpoint, 'faces' | 'preview'>[]): void {
  const whenIdle: (run: () => void) => void =
    'requestIdleCallback' in window ? (run) => window.requestIdleCallback(run) : (run) => setTimeout(run);
  whenIdle(() => {
    const previews = next.slice(0, PREVIEWS_AHEAD).flatMap(({ preview }) => preview ?? []);
    const faces = next.slice(0, AHEAD).flatMap(({ faces = {} }) => Object.values(faces));
    for (const address of [...previews, ...faces]) {
      const image = new Image();
      // As WebGL will ask for it: what a cache has without leave of its host is refused there.
      image.crossOrigin = 'anonymous';
      image.src = address;
    }
  });
}
