import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  /** A few words beside the title. */
  readonly note?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One subject of a page. */
export function Card({ title, note, action, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p>{note}</p>}
        {action}
      </header>
      {children}
    </section>
  );
}
