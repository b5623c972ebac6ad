import { type RefObject, useEffect } from 'react';

/** Lets the wheel scroll the page, until somebody has chosen the view or holds the key for zooming. */
export function useWheelGuard(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const guard = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && !element.contains(document.activeElement)) event.stopPropagation();
    };
    element.addEventListener('wheel', guard, { capture: true });
    return () => element.removeEventListener('wheel', guard, { capture: true });
  }, [box]);
}
