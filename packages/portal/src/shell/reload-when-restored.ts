/**
 * A page that the browser keeps and shows again on "back" would still show what a signed-in person saw. It is loaded
 * anew instead, so that signing out leaves nothing behind.
 */
export function reloadWhenRestored(window: Window): void {
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload();
  });
}
