/**
 * Watches how large a box is, in CSS pixels and in the screen's own: a window that is moved to a denser screen, or zoomed along with its
 * page, may leave the first as they were.
 * @returns What ends it.
 */
export function watchSize(box: Element, onChange: () => void): () => void {
  const watch = new ResizeObserver(onChange);
  watch.observe(box);
  let ending = new AbortController();
  const watchRatio = () => {
    ending = new AbortController();
    // It tells of one ratio only: of the next by another one.
    matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        watchRatio();
        onChange();
      },
      { once: true, signal: ending.signal },
    );
  };
  watchRatio();
  return () => {
    watch.disconnect();
    ending.abort();
  };
}
