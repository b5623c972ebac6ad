import type { ReactNode } from 'react';
import styles from './notices.module.css';

interface NoticeProps {
  readonly children: ReactNode;
  /** What the person can do about it. */
  readonly ways?: ReactNode;
}

/** One thing that has happened under the page. */
export function Notice({ children, ways }: NoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <p>{children}</p>
      {ways !== undefined && <div className={styles.ways}>{ways}</div>}
    </div>
  );
}
