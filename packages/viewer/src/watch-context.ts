/** How long a lost context may take to come back, in milliseconds: a browser starts its graphics again within one or two seconds. */
const PATIENCE_MS = 5000;

interface ContextLoss {
  /** The context is back, and empty: all that was in it has to be made again. */
  readonly onRestored: () => void;
  /** It does not come back, as in a browser that has given up its graphics. Nothing more is told then. */
  readonly onGone: () => void;
}

/**
 * Watches the WebGL context of a canvas, which a driver that restarts takes away.
 * @returns Ends it.
 */
export function watchContext(canvas: HTMLCanvasElement, { onRestored, onGone }: ContextLoss): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  let waits: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(waits);
    watching.abort();
  };
  const wait = () => {
    clearTimeout(waits);
    waits = setTimeout(() => {
      // Nobody looks: browsers may put it off until somebody does.
      if (document.hidden) return wait();
      stop();
      onGone();
    }, PATIENCE_MS);
  };
  const lost = (event: Event) => {
    // A context comes back only where its loss was expected.
    event.preventDefault();
    wait();
  };
  const restored = () => {
    clearTimeout(waits);
    onRestored();
  };
  canvas.addEventListener('webglcontextlost', lost, { signal });
  canvas.addEventListener('webglcontextrestored', restored, { signal });
  return stop;
}
