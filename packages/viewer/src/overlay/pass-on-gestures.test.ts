// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { passOnGestures, SLOP_PX } from './pass-on-gestures.ts';

afterEach(() => {
  Reflect.deleteProperty(document, 'elementsFromPoint');
  document.body.replaceChildren();
});

/** Marks over a view, and what the view hears of. */
function overlayed() {
  const box = () => document.createElement('div');
  const [view, overlay, mark] = [box(), box(), box()];
  mark.className = 'oh-mark';
  overlay.append(mark);
  view.append(overlay);
  document.body.replaceChildren(view);
  document.elementsFromPoint = () => [mark, overlay, view].filter(({ isConnected }) => isConnected);
  for (const element of [view, mark]) element.setPointerCapture = () => {};
  const heard: string[] = [];
  view.addEventListener('pointerdown', (event) => event.target === view && heard.push(event.type));
  passOnGestures(overlay);
  const tell = (type: string, clientX: number, buttons: number, on: HTMLElement = mark) =>
    on.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse', clientX, clientY: 0, buttons }),
    );
  return { heard, mark, overlay, tell, view };
}

test('a pointer that comes down on a mark and moves on takes hold of the view', () => {
  const { heard, tell } = overlayed();
  tell('pointerdown', 0, 1);
  tell('pointermove', SLOP_PX - 1, 1);
  expect(heard).toEqual([]);
  tell('pointermove', SLOP_PX + 1, 1);
  expect(heard).toEqual(['pointerdown']);
});

test('one whose mark was gone when it left takes hold of nothing when it comes by again', () => {
  const { heard, mark, overlay, tell } = overlayed();
  tell('pointerdown', 0, 1);
  // The second press of two, on a ring that the first one walked to: it is up again where nobody hears of it.
  mark.remove();
  for (const x of [50, 60]) tell('pointermove', x, 0, overlay);
  expect(heard).toEqual([]);
});

test('a wheel over a mark turns in the view, once', () => {
  const { mark, view } = overlayed();
  const turned: number[] = [];
  view.addEventListener('wheel', (event) => {
    if (event.target !== view) return;
    event.preventDefault();
    turned.push(event.deltaY);
  });
  const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: 120 });
  mark.dispatchEvent(event);
  expect(turned).toEqual([120]);
  expect(event.defaultPrevented).toBe(true);
});

test('two fingers that spread over a mark spread in the view, and not the page', () => {
  const { mark, view } = overlayed();
  const spread: unknown[] = [];
  for (const type of ['gesturestart', 'gesturechange'])
    view.addEventListener(type, (event) => {
      if (event.target !== view) return;
      event.preventDefault();
      spread.push([type, (event as unknown as { readonly scale: number }).scale]);
    });
  const events = ['gesturestart', 'gesturechange'].map((type, at) =>
    Object.assign(new Event(type, { bubbles: true, cancelable: true }), { clientX: 0, clientY: 0, scale: 1 + at }),
  );
  for (const event of events) mark.dispatchEvent(event);
  expect(spread).toEqual([
    ['gesturestart', 1],
    ['gesturechange', 2],
  ]);
  expect(events.every(({ defaultPrevented }) => defaultPrevented)).toBe(true);
});
