import { useEffect, useRef } from 'react';
import styles from './share-bar.module.css';

interface ShareBarProps {
  /** Between 0 and 1; what is beyond is drawn as 1. */
  readonly share: number;
  readonly tone: 'ok' | 'warn' | 'bad';
}

/** A share as a bar. Decoration: the number stands beside it. Its width is set through the DOM, as the policy wants. */
export function ShareBar({ share, tone }: ShareBarProps) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => bar.current?.style.setProperty('width', `${Math.min(1, share) * 100}%`), [share]);
  return (
    <span className={styles.track} aria-hidden="true">
      <span ref={bar} className={`${styles.bar} ${styles[tone]}`} />
    </span>
  );
}
