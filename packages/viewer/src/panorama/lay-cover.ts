/** A cover takes as much of a link as a picture or two: where they come within this time, in milliseconds, it is not asked for. */
const COVER_AFTER_MS = 500;

/**
 * Lays a picture over a view whose own pictures take long, in place of a void. One that does not arrive is not missed.
 * @param address Undefined for none.
 * @returns Takes it away, and ends its loading.
 */
export function layCover(container: HTMLElement, address: string | undefined): () => void {
  if (address === undefined) return () => {};
  const cover = document.createElement('img');
  cover.alt = '';
  // A page's own rules for pictures reach it where the view has no shadow tree.
  Object.assign(cover.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    margin: '0',
    border: '0',
    objectFit: 'cover',
    pointerEvents: 'none',
  });
  const waiting = setTimeout(() => {
    cover.src = address;
    container.append(cover);
  }, COVER_AFTER_MS);
  return () => {
    clearTimeout(waiting);
    cover.remove();
    cover.removeAttribute('src');
  };
}
