/** What can fill the screen. */
interface FullScreen {
  readonly isFull: boolean;
  toggle(): void;
  close(): void;
}

/** @returns Whether a key stands for the button. */
export const isFullScreenKey = (key: string): boolean => key.toLowerCase() === 'f';

/**
 * @param onChange Called when it enters or leaves full screen, however that came about.
 * @returns Undefined where the browser, or the page around a frame, lets nothing fill the screen.
 */
export function fullScreenOf(element: HTMLElement, onChange: (isFull: boolean) => void): FullScreen | undefined {
  if (!document.fullscreenEnabled) return undefined;
  const isFull = () => (element.getRootNode() as Document | ShadowRoot).fullscreenElement === element;
  const tell = () => onChange(isFull());
  element.addEventListener('fullscreenchange', tell);
  return {
    get isFull() {
      return isFull();
    },
    toggle() {
      // Refused without a user gesture: the state that is shown stays correct.
      (isFull() ? element.ownerDocument.exitFullscreen() : element.requestFullscreen()).catch(() => undefined);
    },
    close: () => element.removeEventListener('fullscreenchange', tell),
  };
}
