import { onSpread } from './on-spread.ts';

/** What mouse, touch and pen do to a view. */
interface DragActions {
  /** A hand takes hold of the view. */
  readonly grab?: () => void;
  /** In CSS pixels since the last call. */
  readonly drag: (right: number, down: number) => void;
  /** Above 1 to come closer. */
  readonly zoom: (factor: number) => void;
  /** The last hand lets go, at a speed in CSS pixels a millisecond. */
  readonly letGo?: (right: number, down: number) => void;
}

/** How much closer one comes by a step of the wheel, in its own unit. */
const WHEEL_ZOOM = 0.0012;
/** Steps of a wheel that counts lines or pages, in pixels. */
const WHEEL_PX = [1, 18, 400] as const;
/** How many times closer one comes by two fingers on a trackpad: they are told as a wheel, with a control key that nobody holds. */
const SPREAD_ZOOM = 10;
/** A step of a real wheel is no shorter than this, in pixels: it stays as it is where the control key is held. */
const STEP_PX = 100;
/** A hand that rested this long, in milliseconds, before it let go does not throw the view. */
const REST_MS = 60;
/**
 * The last so many milliseconds of a drag tell how fast it was. Two moves alone do not: browsers tell of the last one as soon as the hand
 * leaves, and those that guard against fingerprinting give several the same time.
 */
const SPEED_MS = 100;
/** Less than a frame, in milliseconds, is no time to measure a speed by. */
const FRAME_MS = 16;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/** One pointer drags, two pinch, the wheel zooms. @returns What ends it. */
export function onDrag(element: HTMLElement, { grab, drag, zoom, letGo }: DragActions): () => void {
  const pointers = new Map<number, Place>();
  /** Where the one pointer that drags has been. */
  let trail: readonly Place[] = [];
  const apart = () => {
    const [one, other] = [...pointers.values()];
    return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y);
  };
  /** A page may zoom or scale what the element lies in: pointers are told in the page's pixels. */
  const place = ({ clientX, clientY, timeStamp: atMs }: PointerEvent): Place => {
    const scale = element.getBoundingClientRect().width / element.clientWidth || 1;
    return { x: clientX / scale, y: clientY / scale, atMs };
  };
  const forget = ({ pointerId }: PointerEvent) => {
    if (pointers.delete(pointerId)) trail = [];
  };
  const on = {
    pointerdown(event: PointerEvent) {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      const now = place(event);
      pointers.set(event.pointerId, now);
      trail = [now];
      grab?.();
    },
    pointermove(event: PointerEvent) {
      // It let go where nobody told of it.
      if (event.buttons === 0) forget(event);
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const now = place(event);
      const [right, down] = [now.x - before.x, now.y - before.y];
      if (pointers.size === 1) {
        trail = [...trail.filter(({ atMs }) => now.atMs - atMs <= SPEED_MS), now];
        pointers.set(event.pointerId, now);
        drag(right, down);
        return;
      }
      trail = [];
      const distance = apart();
      pointers.set(event.pointerId, now);
      drag(right / pointers.size, down / pointers.size);
      if (distance > 0 && apart() > 0) zoom(apart() / distance);
    },
    pointerup(event: PointerEvent) {
      const before = pointers.get(event.pointerId);
      const [first] = trail;
      // Another finger that stays goes on from where it is itself.
      trail = [];
      if (!pointers.delete(event.pointerId) || pointers.size > 0 || before === undefined) return;
      if (first === undefined || event.timeStamp - before.atMs >= REST_MS) return;
      const passedMs = Math.max(FRAME_MS, before.atMs - first.atMs);
      letGo?.((before.x - first.x) / passedMs, (before.y - first.y) / passedMs);
    },
    pointercancel: forget,
    wheel(event: WheelEvent) {
      event.preventDefault();
      grab?.();
      const wheelPx = event.deltaY * (WHEEL_PX[event.deltaMode] ?? 1);
      const most = Math.max(STEP_PX, Math.abs(wheelPx));
      const spreadPx = Math.max(-most, Math.min(most, wheelPx * SPREAD_ZOOM));
      zoom(Math.exp(-(event.ctrlKey ? spreadPx : wheelPx) * WHEEL_ZOOM));
    },
  };
  const ending = new AbortController();
  for (const [type, listener] of Object.entries(on)) {
    element.addEventListener(type, listener as EventListener, { signal: ending.signal, passive: false });
  }
  const spread = (factor: number) => {
    grab?.();
    zoom(factor);
  };
  onSpread(element, spread, ending.signal);
  return () => ending.abort();
}
