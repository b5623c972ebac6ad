import type { ReactNode } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps {
  /** What it does: read out, and shown when the pointer rests on it. */
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button that shows an icon only. */
export function IconButton({ label, onClick, children }: IconButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}
