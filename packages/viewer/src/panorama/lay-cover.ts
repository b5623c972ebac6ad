/**
 * Lays a picture over a view until its own pictures are there, in place of a void. One that does not arrive is not missed.
 * @param address Undefined for none.
 * @returns Takes it away, and ends its loading.
 */
export function layCover(container: HTMLElement, address: string | undefined): () => void {
  if (address === undefined) return () => {};
  const cover = document.createElement('img');
  cover.alt = '';
  cover.src = address;
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
  container.append(cover);
  return () => {
    cover.remove();
    cover.removeAttribute('src');
  };
}
