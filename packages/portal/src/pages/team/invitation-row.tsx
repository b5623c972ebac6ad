import type { Invitation } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { useInvitationWords } from '../../languages/use-invitation-words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Moment } from '../../ui/moment.tsx';
import styles from './row.module.css';

/** An open invitation. Its link was shown once and is not here. */
export function InvitationRow({ invitation, teamId }: { readonly invitation: Invitation; readonly teamId: string }) {
  const { t } = useTranslation();
  const { t: words } = useInvitationWords();
  const { mail } = invitation;
  const portal = usePortal();
  const queries = useQueryClient();
  const withdrawal = useAction({
    act: ({ signal, key }) =>
      portal.call('revoke-invitation', { params: { id: teamId, invitation: invitation.id }, body: {} }, signal, key),
    onSettled: () => queries.invalidateQueries({ queryKey: ['team', teamId, 'members'] }),
    outlives: true,
  });
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{t('team.invitationAs', { role: t(`team.role.${invitation.role}`) })}</p>
        {mail !== null && <p className={styles.fact}>{words(`invitation:mail.${mail.state}`, { address: mail.to })}</p>}
        <p className={styles.fact}>
          {t('team.made')} <Moment iso={invitation.createdAt} />, {t('team.endsIn')} <Moment iso={invitation.endsAt} />
        </p>
      </div>
      <Button size="small" busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
        {t('team.withdraw')}
      </Button>
      {withdrawal.error && (
        <div className={styles.failure}>
          <FailureMessage error={withdrawal.error} tried={t('problems.actionFailed')} />
        </div>
      )}
    </li>
  );
}
