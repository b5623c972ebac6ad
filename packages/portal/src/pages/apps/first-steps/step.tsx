import type { ReactNode } from 'react';
import { useFirstWords } from '../../../languages/use-first-words.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import styles from './first-steps.module.css';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  /** Whether it is the next one. */
  readonly isNow: boolean;
  /** The ways to do it; gone once it is done. */
  readonly children: ReactNode;
}

/** One of the first steps: done, next, or still to come. */
export function Step({ number, title, text, isDone, isNow, children }: StepProps) {
  const { t } = useFirstWords();
  return (
    <li className={isDone ? styles.done : isNow ? styles.now : undefined} aria-current={isNow ? 'step' : undefined}>
      <span className={styles.number}>
        {isDone ? <CheckIcon size={14} stroke={2.4} /> : <span aria-hidden="true">{number}</span>}
      </span>
      <div className={styles.words}>
        <h3>
          {isDone && <span className="oh-visually-hidden">{t('first:done')} </span>}
          {title}
        </h3>
        <p>{text}</p>
      </div>
      {!isDone && <div className={styles.ways}>{children}</div>}
    </li>
  );
}
