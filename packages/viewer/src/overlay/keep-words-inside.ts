import type { Side } from './lay-out.ts';

/** Where words are tried, the usual place first; beside the mark where they stand beside it. */
const BESIDE: readonly Side[] = ['usual', 'other', 'above', 'below'];
const CENTRED: readonly Side[] = ['usual', 'above', 'below'];

/**
 * Words that show while their mark is pointed at, or has the focus, stand where no edge of the view cuts anything off them.
 * The layout knows only words that always show: others take no room.
 */
export function keepWordsInside(overlay: HTMLElement): void {
  const place = ({ target }: Event) => {
    const mark = target instanceof Element ? target.closest<HTMLElement>('.oh-mark') : null;
    const words = mark?.querySelector('.oh-words');
    if (!mark || !words || mark.dataset.open !== undefined) return;
    const frame = overlay.getBoundingClientRect();
    const isBeside = mark.dataset.look === undefined && !['label', 'length'].includes(mark.dataset.kind ?? '');
    mark.style.setProperty('--shift', '0px');
    for (const side of isBeside ? BESIDE : CENTRED) {
      mark.dataset.side = side;
      const { left, right, top, bottom } = words.getBoundingClientRect();
      if (top < frame.top || bottom > frame.bottom) continue;
      const shift = Math.max(0, frame.left - left) + Math.min(0, frame.right - right);
      if (shift === 0) return;
      if (isBeside && (side === 'usual' || side === 'other')) continue;
      // The page may be scaled.
      mark.style.setProperty('--shift', `${(shift * overlay.clientWidth) / frame.width}px`);
      return;
    }
  };
  overlay.addEventListener('pointerover', place);
  overlay.addEventListener('focusin', place);
}
