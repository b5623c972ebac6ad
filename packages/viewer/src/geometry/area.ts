/** A part of a picture, in CSS pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** @returns Where elements lie in another one, in its own pixels, before the page scales them; nothing of those without a size. */
export function areasIn(frame: HTMLElement, elements: Iterable<Element>): readonly Area[] {
  const { left: fromLeft, top: fromTop, width } = frame.getBoundingClientRect();
  const scale = frame.clientWidth / width;
  return Array.from(elements, (element) => element.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: (left - fromLeft) * scale,
      top: (top - fromTop) * scale,
      right: (right - fromLeft) * scale,
      bottom: (bottom - fromTop) * scale,
    }));
}
