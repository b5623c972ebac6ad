import { PortalError } from '../../api/portal-error.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SignInAgain } from '../../ui/sign-in-again.tsx';
import styles from './operator.module.css';
import { useWords } from './words.ts';

interface OperatorFailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** True where the page has no heading without its data. */
  readonly heading?: boolean;
}

/** Why an operator's page has nothing to show; with the way on for a sign-in that lies too far back. */
export function OperatorFailure({ error, onRetry, heading = false }: OperatorFailureProps) {
  const { t } = useWords();
  const isStale = error instanceof PortalError && error.code === 'SIGN_IN_TOO_OLD';
  return (
    <>
      {heading && <PageHeading title={t('operator:title')} />}
      <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
      <div className={styles.actions}>
        {isStale && <SignInAgain />}
        <Button onClick={onRetry}>{t('problems.retry')}</Button>
      </div>
    </>
  );
}
