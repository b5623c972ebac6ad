import { canScroll } from './share-scrolling.ts';

/**
 * Whether a key is for something that the page put into one of the slots: a field, a player with buttons of its own, or a box that the key
 * scrolls. Other things of the page use a key by `preventDefault()`.
 * @param stage What the slots are in.
 */
export function isForSlotted(event: KeyboardEvent, stage: Element): boolean {
  const path = event.composedPath();
  return path
    .slice(0, path.indexOf(stage))
    .some(
      (one) =>
        one instanceof HTMLElement &&
        (one.isContentEditable || one.matches(FIELDS) || (SCROLLING.has(event.key) && canScroll(one))),
    );
}

const FIELDS = 'input, textarea, select, video[controls], audio[controls]';
const SCROLLING: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home']);
