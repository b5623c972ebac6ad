import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';
import { Notices } from './notices.tsx';
import { useBackdropPress } from './use-backdrop-press.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Text, fields and at the end the actions. */
  readonly children: ReactNode;
}

/**
 * A modal dialog: the browser's own, which traps focus, closes on Escape and gives the focus back. Mounted means open,
 * so a closed dialog keeps nothing of what was typed into it.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const press = useBackdropPress(onClose);
  // Before it leaves the page, or else the focus does not go back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      {...press}
    >
      <div className={styles.body}>
        <h2 id={titleId}>{title}</h2>
        <Notices />
        {children}
      </div>
    </dialog>
  );
}

/** The actions of a dialog, the one that does something last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
