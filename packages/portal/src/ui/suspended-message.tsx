import { useTranslation } from 'react-i18next';
import { Message } from './message.tsx';
import { MomentIn } from './moment.tsx';

interface SuspendedMessageProps {
  readonly of: 'app' | 'team' | 'person';
  /** ISO 8601. */
  readonly since: string;
  /** In the operators' words, shown as text. */
  readonly reason: string;
}

/** Tells that operators have suspended something, since when and why, and that only they can end it. */
export function SuspendedMessage({ of, since, reason }: SuspendedMessageProps) {
  const { t } = useTranslation();
  return (
    <Message tone="alert">
      {t(`suspended.${of}`)} {t('suspended.reason', { reason })}{' '}
      <MomentIn words={(when) => t('suspended.since', { when })} iso={since} />
    </Message>
  );
}
