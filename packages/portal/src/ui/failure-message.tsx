import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isOutdated, PortalError, type PortalUnreachable } from '../api/portal-error.ts';
import { useFailureWords } from '../languages/use-failure-words.ts';
import { Message } from './message.tsx';

/** What to know and to do where no answer of the portal came: a proxy, or the page of a network, may have come in its place. */
export function unreachableWords(t: TFunction, error: unknown): string {
  const status = (error as Partial<PortalUnreachable> | undefined)?.httpStatus;
  return status === undefined ? t('problems.unreachableText') : t('problems.elsewhereText', { status });
}

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
