import type { ReactNode } from 'react';
import styles from './outcome.module.css';

interface OutcomeProps {
  readonly succeeded: boolean;
  readonly children: ReactNode;
}

/** How an action or a call ended. The words carry the meaning, the colour repeats it. */
export function Outcome({ succeeded, children }: OutcomeProps) {
  return <span className={`${styles.outcome} ${succeeded ? styles.succeeded : styles.refused}`}>{children}</span>;
}
