import type { ReactNode } from 'react';
import styles from './status.module.css';

interface StatusProps {
  /** ok: works; warn: on its way or soon over; idle: switched off, ended or free. */
  readonly tone: 'ok' | 'warn' | 'idle';
  readonly children: ReactNode;
}

/** A state in one word, with a dot. The word carries the meaning, the colour repeats it. */
export function Status({ tone, children }: StatusProps) {
  return <span className={`${styles.status} ${styles[tone]}`}>{children}</span>;
}
