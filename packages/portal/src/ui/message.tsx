import type { ReactNode } from 'react';
import styles from './message.module.css';

interface MessageProps {
  /** `polite` tells of something done, `warning` of something that is coming, `alert` of something that went wrong. */
  readonly tone: 'polite' | 'warning' | 'alert';
  readonly children: ReactNode;
}

/** One line about what just happened, beside where it happened; read out by a screen reader. */
export function Message({ tone, children }: MessageProps) {
  return (
    <div className={styles[tone]} role={tone === 'alert' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
