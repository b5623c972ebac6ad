import { type RefObject, useEffect } from 'react';

/** The wheel scrolls the page until the view has the focus or the zoom key is held. */
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
