import type { OperationName } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import type { InputOfCall } from '../../api/portal-calls.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { useConsoleWords } from '../../languages/use-console-words.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import styles from './console.module.css';
import { Console } from './console.tsx';
import { initialValues } from './initial-values.ts';
import { operationsQuery } from './operations-query.ts';

interface PublicConsoleProps {
  /** The only operation to offer; all reads without it. */
  readonly operation?: OperationName;
  /** The query of an address, to begin with its values. */
  readonly search?: string;
}

/** Reads of the demo tours for anybody, in the docs. Where there is no demo it says so. */
export function PublicConsole({ operation, search = '' }: PublicConsoleProps) {
  const { t } = useConsoleWords();
  const portal = usePortal();
  const { data, error } = useQuery(operationsQuery(portal));
  if (data === undefined) {
    return error === null ? <Waiting /> : <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />;
  }
  if (data.demo === null) return <p className={styles.description}>{t('console:noDemo')}</p>;
  const [first, ...others] = data.operations.filter(
    ({ name, method }) => method === 'GET' && (operation === undefined || name === operation),
  );
  // Only reads run for strangers.
  if (first === undefined) return <p className={styles.description}>{t('console:signInToRun')}</p>;
  return (
    <Console
      operations={[first, ...others]}
      failures={data.failures}
      appKey="YOUR_APP_KEY"
      initial={initialValues(search, [first, ...others], true)}
      run={({ operation: name, parameters }, { signal }) => {
        // Only reads are offered above, and their fields bear the names of the contract.
        const query = { ...parameters, operation: name } as InputOfCall<'call-demo'>['query'];
        return portal.call('call-demo', { query }, signal);
      }}
    />
  );
}
