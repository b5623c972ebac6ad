import { CREDENTIALS_PER_TEAM } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useCredentialWords } from '../../../languages/use-credential-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import styles from '../programs.module.css';
import { CredentialRow } from './credential-row.tsx';
import { credentialsQuery } from './credentials-query.ts';

const CreateCredential = lazyPart(() => import('./create-credential.tsx'), 'CreateCredential');

/** The live credentials of a Team, as its owners see them. */
export function OwnersCredentials({ teamId }: { readonly teamId: string }) {
  const { t } = useCredentialWords();
  const { data: credentials, error, refetch } = useQuery(credentialsQuery(usePortal(), teamId));
  const [creating, setCreating] = useState(false);
  const count = credentials?.length ?? 0;
  if (credentials === undefined && error === null) return <Waiting />;
  return (
    <>
      {error !== null && (
        <>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
          {credentials === undefined && <Button onClick={() => void refetch()}>{t('problems.retry')}</Button>}
        </>
      )}
      {credentials !== undefined && (
        <Card
          title={count === 0 ? t('credentials:noneTitle') : t('credentials:list')}
          {...(count > 0 && { note: t('credentials:count', { count }) })}
          action={
            count < CREDENTIALS_PER_TEAM && (
              <Button size="small" look="primary" icon={<PlusIcon size={14} />} onClick={() => setCreating(true)}>
                {t('credentials:create')}
              </Button>
            )
          }
        >
          {count === 0 && <p className={styles.words}>{t('credentials:noneText')}</p>}
          {count >= CREDENTIALS_PER_TEAM && <p className={styles.words}>{t('credentials:full', { count })}</p>}
          {count > 0 && (
            <ul className={styles.list}>
              {credentials.map((credential) => (
                <CredentialRow key={credential.id} credential={credential} teamId={teamId} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {creating && (
        <Suspense>
          <CreateCredential teamId={teamId} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}
