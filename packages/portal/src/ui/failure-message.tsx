import { useTranslation } from 'react-i18next';
import { PortalError } from '../api/portal-error.ts';
import { Message } from './message.tsx';

interface FailureMessageProps {
  readonly error: Error;
  /** What was tried, as a sentence. */
  readonly tried: string;
}

/** What went wrong: the portal's own sentence and the request id where it sent them. */
export function FailureMessage({ error, tried }: FailureMessageProps) {
  const { t } = useTranslation();
  const told = error instanceof PortalError;
  return (
    <Message tone="alert">
      {tried} {told ? error.message : t('problems.unreachableText')}{' '}
      {told && error.requestId !== '' && <span>{t('problems.requestId', { id: error.requestId })}</span>}
    </Message>
  );
}
