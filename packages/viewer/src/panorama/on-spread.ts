/** Two fingers on a trackpad or on glass, as Safari tells of them; no standard has it. */
export interface GestureEvent extends Event {
  readonly clientX: number;
  readonly clientY: number;
  /** How far they are apart, as a share of how far they were. */
  readonly scale: number;
}

/**
 * Two fingers on a trackpad zoom a view, and not its page, in Safari: elsewhere they are told as a wheel. On glass Safari tells of the two
 * pointers too, which are for others to zoom by.
 * @param zoom Told a factor above 1 to come closer.
 */
export function onSpread(element: HTMLElement, zoom: (factor: number) => void, signal: AbortSignal): void {
  const fingers = new Set<number>();
  let spread = 1;
  const up = ({ pointerId }: PointerEvent) => fingers.delete(pointerId);
  const on = {
    pointerdown({ pointerId, pointerType }: PointerEvent) {
      if (pointerType === 'touch') fingers.add(pointerId);
    },
    pointerup: up,
    pointercancel: up,
    gesturestart(event: GestureEvent) {
      event.preventDefault();
      spread = event.scale;
    },
    gesturechange(event: GestureEvent) {
      event.preventDefault();
      if (fingers.size === 0) zoom(event.scale / spread);
      spread = event.scale;
    },
  };
  for (const [type, listener] of Object.entries(on)) {
    element.addEventListener(type, listener as EventListener, { signal, passive: false });
  }
}
