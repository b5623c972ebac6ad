import { type MouseEvent, type PointerEvent, useRef } from 'react';

interface BackdropPress {
  readonly onPointerDown: (event: PointerEvent<HTMLDialogElement>) => void;
  readonly onClick: (event: MouseEvent<HTMLDialogElement>) => void;
}

/**
 * What a modal `<dialog>` listens to so that a press beside it closes it. One that begins inside closes nothing: a text that
 * is selected past the edge ends on the backdrop, and counts as a click on the dialog. Escape serves the keyboard.
 */
export function useBackdropPress(onClose: () => void): BackdropPress {
  const began = useRef(false);
  return {
    onPointerDown: ({ target, currentTarget }) => {
      began.current = target === currentTarget;
    },
    onClick: ({ target, currentTarget }) => {
      if (began.current && target === currentTarget) onClose();
    },
  };
}
