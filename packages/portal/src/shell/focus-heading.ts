/** Leads the keyboard and the screen reader to the page's heading, or to its content while that has none yet. */
export function focusHeading(): void {
  (document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'))?.focus();
}
