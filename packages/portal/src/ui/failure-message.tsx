import { useTranslation } from 'react-i18next';
import { isOutdated, PortalError } from '../api/portal-error.ts';
import { useFailureWords } from '../languages/use-failure-words.ts';
import { Message } from './message.tsx';
import { unreachableWords } from './unreachable-words.ts';

interface FailureMessageProps {
  readonly error: Error;
  /** What was tried, as a sentence. */
  readonly tried: string;
  /** True where it is tried again by itself once the portal allows it. */
  readonly repeats?: boolean;
}

/** What went wrong: the portal's own sentence and the request id where it sent them. */
export function FailureMessage({ error, tried, repeats = false }: FailureMessageProps) {
  const { t } = useTranslation();
  const words = useFailureWords();
  const told = error instanceof PortalError;
  // The notices say what happened and lead on.
  if (isOutdated(error)) {
    return <Message tone="alert">{t('notices.notDone')}</Message>;
  }
  return (
    <Message tone="alert">
      {tried} {told ? (words?.[error.code]?.join('') ?? error.message) : unreachableWords(t, error)}{' '}
      {repeats && told && error.retryAfterS !== undefined && t('problems.again', { seconds: error.retryAfterS })}{' '}
      {told && error.requestId !== '' && <span>{t('problems.requestId', { id: error.requestId })}</span>}
    </Message>
  );
}
