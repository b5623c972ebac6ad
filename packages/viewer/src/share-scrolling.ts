/** What a finger does in a view that shares scrolling with the page around it: the value of `touch-action`, set on its stage. */
export const SHARED_TOUCH = 'var(--touch-of-view, none)';

/**
 * Leaves the page around a view what scrolls it: the wheel, and a finger that moves up or down, until one has pressed the view and so
 * means it. A held zoom key and two fingers mean the view at once, and so does everything where there is nothing to scroll: on a page that
 * fits its window, and on the full screen (decision 0245).
 *
 * @param stage Holds the views, which have `SHARED_TOUCH`; it can have the focus.
 * @returns What ends it.
 */
export function shareScrolling(stage: HTMLElement): () => void {
  const ending = new AbortController();
  const isTaken = () => stage.matches(':focus-within');
  // The browser decides what a finger does before any listener hears of it: this has to be known by then.
  const look = () => {
    stage.style.setProperty('--touch-of-view', !isTaken() && isInScrolledPage(stage) ? 'pan-y' : 'none');
  };
  /** Fingers that are down, by where they came down; undefined for those that turn or zoom the view. */
  const fingers = new Map<number, PointerEvent | undefined>();
  const take = () => {
    // The ring is for keys: a browser that was just told of one would show it.
    if (!isTaken()) stage.focus({ preventScroll: true, focusVisible: false });
  };
  const listeners = {
    focusin: look,
    focusout: look,
    wheel(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey && !isTaken() && isInScrolledPage(stage)) event.stopPropagation();
    },
    pointerdown(event: PointerEvent) {
      look();
      if (event.pointerType === 'mouse') return take();
      if (event.isPrimary) fingers.clear();
      fingers.set(event.pointerId, event);
    },
    // Browsers tell of the first moves before they scroll by them. Nothing of one that turns the view is lost: it is measured from the last
    // move that the view heard of.
    pointermove(event: PointerEvent) {
      const down = fingers.get(event.pointerId);
      if (down === undefined || isTaken() || !isInScrolledPage(stage)) return;
      const [across, along] = [event.clientX - down.clientX, event.clientY - down.clientY].map(Math.abs) as [
        number,
        number,
      ];
      if (fingers.size > 1 || (across > 0 && across >= along)) fingers.set(event.pointerId, undefined);
      else event.stopPropagation();
    },
    // Nothing tells of a finger any further once it scrolls the page: one that comes up here turned the view, or pressed something in it.
    pointerup({ pointerType, pointerId }: PointerEvent) {
      fingers.delete(pointerId);
      if (pointerType !== 'mouse') take();
    },
    pointercancel: ({ pointerId }: PointerEvent) => fingers.delete(pointerId),
  };
  for (const [type, listener] of Object.entries(listeners)) {
    stage.addEventListener(type, listener as EventListener, { capture: true, passive: true, signal: ending.signal });
  }
  document.addEventListener('fullscreenchange', look, { signal: ending.signal });
  const watch = new ResizeObserver(look);
  for (const element of outwards(stage)) watch.observe(element);
  return () => {
    ending.abort();
    watch.disconnect();
  };
}

/** Whether something around an element can be scrolled. */
function isInScrolledPage(stage: Element): boolean {
  for (const element of outwards(stage)) {
    if (element.matches(':fullscreen')) return false;
    if (canScroll(element)) return true;
  }
  // What is around a frame is nobody's to know.
  return window.parent !== window;
}

/** An element and all that it lies in, as it shows: through slots and shadow trees. */
function* outwards(from: Element): Generator<Element> {
  let at: Element | null = from;
  while (at !== null) {
    yield at;
    const root: Node = at.getRootNode();
    at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
}

/** Whether an element scrolls up and down. */
export function canScroll(element: Element): boolean {
  // Lengths are rounded: a pixel more is none.
  if (element.scrollHeight - element.clientHeight <= 1) return false;
  const { overflowY } = getComputedStyle(element);
  if (element !== document.scrollingElement) return overflowY === 'auto' || overflowY === 'scroll';
  // What a page says of its body holds for the window where it says nothing of the root.
  const ofPage = overflowY === 'visible' ? getComputedStyle(document.body).overflowY : overflowY;
  return ofPage !== 'hidden' && ofPage !== 'clip';
}
