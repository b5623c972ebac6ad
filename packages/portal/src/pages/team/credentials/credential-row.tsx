import type { TeamCredential } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { PortalError } from '../../../api/portal-error.ts';
import { useAction } from '../../../api/use-action.ts';
import { useCredentialWords } from '../../../languages/use-credential-words.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { Moment } from '../../../ui/moment.tsx';
import row from '../row.module.css';
import styles from './credential-row.module.css';
import { credentialsQuery } from './credentials-query.ts';

interface CredentialRowProps {
  readonly credential: TeamCredential;
  readonly teamId: string;
}

/** A live credential: what it is for, what it may do, and how it is ended. Its token was shown once and is not here. */
export function CredentialRow({ credential, teamId }: CredentialRowProps) {
  const { t } = useCredentialWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id, name, scopes, isAgent, createdAt, endsAt, usedAt } = credential;
  const revocation = useAction({
    act: async ({ signal, key }) => {
      try {
        await portal.call('revoke-credential', { params: { id }, body: {} }, signal, key);
      } catch (error) {
        // One that has ended meanwhile is what was asked for.
        if (!(error instanceof PortalError) || error.code !== 'CREDENTIAL_NOT_FOUND') throw error;
      }
    },
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: credentialsQuery(portal, teamId).queryKey });
    },
  });
  return (
    <li className={row.row}>
      <div className={row.words}>
        <p className={row.name}>
          {name}
          {isAgent && <span className={row.you}>{t('credentials:agent')}</span>}
        </p>
        <p className={styles.scopes}>
          {scopes.map((scope) => (
            <code key={scope}>{scope}</code>
          ))}
        </p>
        <p className={`${row.fact} ${styles.facts}`}>
          <span>
            {t('credentials:created')} <Moment iso={createdAt} />
          </span>
          <span>
            {t('credentials:end')} <Moment iso={endsAt} />
          </span>
          <span>
            {usedAt === null ? (
              t('credentials:neverUsed')
            ) : (
              <>
                {t('credentials:used')} <Moment iso={usedAt} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button size="small" label={t('credentials:revokeNamed', { name })} onClick={() => setAsking(true)}>
        {t('credentials:revoke')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('credentials:revokeTitle', { name })}
          confirm={t('credentials:revoke')}
          busy={revocation.isPending}
          onConfirm={() => revocation.mutate()}
          onClose={() => {
            revocation.cancel();
            setAsking(false);
          }}
        >
          <p>{t(isAgent ? 'credentials:revokeAgentText' : 'credentials:revokeText')}</p>
          {revocation.error && <FailureMessage error={revocation.error} tried={t('problems.actionFailed')} />}
        </ConfirmDialog>
      )}
    </li>
  );
}
