/**
 * Leads the keyboard and the screen reader to the page's heading; to its content while that has none yet, and on to the
 * heading when it is there, unless the person has gone elsewhere meanwhile.
 * @param how Whether the window stays where it is.
 */
export function focusHeading(how?: FocusOptions): void {
  const main = document.querySelector('main');
  const heading = () => main?.querySelector('h1');
  (heading() ?? main)?.focus(how);
  if (main === null || document.activeElement !== main) return;
  const watch = new MutationObserver(() => {
    if (document.activeElement === main && heading() === null) return;
    watch.disconnect();
    if (document.activeElement === main) heading()?.focus(how);
  });
  watch.observe(main, { childList: true, subtree: true });
}
