import type { GestureEvent } from '../panorama/on-spread.ts';

/** How far a pointer that comes down moves, in CSS pixels, before it takes hold of the view instead of pressing something. */
export const SLOP_PX = 6;

/**
 * A pointer that stays on a mark presses it. One that moves on takes hold of the view below, as if it had come down there: on a
 * crowded tour marks are most of what a finger meets. A wheel over a mark turns in the view below as well, and so do two fingers on a
 * trackpad.
 */
export function passOnGestures(overlay: HTMLElement): void {
  const begun = new Map<number, PointerEvent>();
  overlay.addEventListener('pointerdown', (event) => {
    const { target, pointerId, pointerType, button } = event;
    if (!(target instanceof Element) || target.closest('.oh-mark') === null) return;
    if (pointerType === 'mouse' && button !== 0) return;
    // As a finger is anyway: the mark hears where a mouse goes that has left it.
    target.setPointerCapture(pointerId);
    begun.set(pointerId, event);
  });
  overlay.addEventListener('pointermove', (event) => {
    const { pointerId, clientX, clientY, buttons } = event;
    // It left where nobody heard of it: the mark that it came down on was gone by then.
    if (buttons === 0) begun.delete(pointerId);
    const down = begun.get(pointerId);
    if (down === undefined || Math.hypot(clientX - down.clientX, clientY - down.clientY) < SLOP_PX) return;
    begun.delete(pointerId);
    const below = belowAt(overlay, down);
    if (below === undefined) return;
    // What came down, not this move: a move names no button, and a view is turned by the main one.
    below.dispatchEvent(new PointerEvent('pointerdown', down));
    below.setPointerCapture(pointerId);
  });
  const passOn = (event: Event, place: Place, copy: Event) => {
    if (!(event.target instanceof Element) || event.target.closest('.oh-mark') === null) return;
    // What the view does with it the page around must not do again.
    if (belowAt(overlay, place)?.dispatchEvent(copy) === false) event.preventDefault();
  };
  overlay.addEventListener('wheel', (event) => passOn(event, event, new WheelEvent('wheel', event)), {
    passive: false,
  });
  // Safari makes them, and lets nobody else.
  for (const type of ['gesturestart', 'gesturechange']) {
    overlay.addEventListener(
      type,
      (event) => {
        const { clientX, clientY, scale } = event as GestureEvent;
        const copy = Object.assign(new Event(type, { cancelable: true }), { clientX, clientY, scale });
        passOn(event, copy, copy);
      },
      { passive: false },
    );
  }
  for (const type of ['pointerup', 'pointercancel'] as const)
    overlay.addEventListener(type, ({ pointerId }) => begun.delete(pointerId));
}

/** In the window. */
type Place = Pick<MouseEvent, 'clientX' | 'clientY'>;

/** The view that shows through an overlay at a place of the window. */
function belowAt(overlay: HTMLElement, { clientX, clientY }: Place): Element | undefined {
  const root = overlay.getRootNode() as Document | ShadowRoot;
  return root.elementsFromPoint(clientX, clientY).find((element) => !overlay.contains(element));
}
