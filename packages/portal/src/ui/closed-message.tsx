import type { TeamDeletion } from '@openhouse/contract';
import type { ReactNode } from 'react';
import { useDeletionWords } from '../languages/use-deletion-words.ts';
import styles from './closed-message.module.css';
import { Message } from './message.tsx';
import { MomentIn } from './moment.tsx';

interface ClosedMessageProps {
  readonly deletion: TeamDeletion;
  /** What can be done about it here. */
  readonly children?: ReactNode;
}

/** Tells that a Team is to be deleted, who asked for it, why and when. */
export function ClosedMessage({ deletion: { askedBy, reason, dueAt }, children }: ClosedMessageProps) {
  const { t } = useDeletionWords();
  const whoAsked = (): string => {
    if (askedBy === null) return t('deletion:askedByOperator');
    return askedBy === '' ? t('deletion:askedBySomebody') : t('deletion:askedBy', { name: askedBy });
  };
  return (
    <Message tone="alert">
      {t('deletion:closed')} {whoAsked()} {reason !== undefined && reason !== '' && t('deletion:reason', { reason })}{' '}
      <MomentIn words={(when) => t('deletion:due', { when })} iso={dueAt} />
      {children && <div className={styles.action}>{children}</div>}
    </Message>
  );
}
