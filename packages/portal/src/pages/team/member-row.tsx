import type { TeamMember } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { useRoles } from './roles.ts';
import styles from './row.module.css';

interface MemberRowProps {
  readonly member: TeamMember;
  readonly teamId: string;
  readonly isOwner: boolean;
  readonly isYou: boolean;
}

/** One person of a Team. Owners change roles and remove; everybody may leave. */
export function MemberRow({ member, teamId, isOwner, isYou }: MemberRowProps) {
  const { t } = useTranslation();
  const roles = useRoles();
  const portal = usePortal();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const params = { id: teamId, user_code: member.userCode };
  const readAgain = async () => {
    setAsking(false);
    await queries.invalidateQueries({ queryKey: isYou ? ['account'] : ['team', teamId, 'members'] });
    if (isYou) await queries.invalidateQueries({ queryKey: ['team', teamId, 'members'] });
  };
  const role = useAction({
    act: ({ signal, key }, chosen: TeamMember['role']) =>
      portal.call('change-role', { params, body: { role: chosen } }, signal, key),
    onSuccess: readAgain,
    outlives: true,
  });
  const removal = useAction({
    act: ({ signal, key }) => portal.call('remove-member', { params, body: {} }, signal, key),
    onSuccess: readAgain,
  });

  return (
    <li className={styles.row}>
      <Portrait name={member.name} kind="person" />
      <div className={styles.words}>
        <p className={styles.name}>
          {member.name}
          {isYou && <span className={styles.you}>{t('team.you')}</span>}
        </p>
        <p className={styles.fact}>{member.email}</p>
      </div>
      <div className={styles.actions}>
        {isOwner ? (
          <div className={styles.role}>
            <ChoiceField
              label={t('team.roleOf', { name: member.name })}
              labelHidden
              value={role.isPending ? role.variables : member.role}
              choices={roles}
              // One after the other: which of two arrives last is not up to the page.
              onChange={(chosen) => !role.isPending && role.mutate(chosen)}
            />
          </div>
        ) : (
          <span className={styles.fact}>{t(`team.role.${member.role}`)}</span>
        )}
        {(isOwner || isYou) && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t(isYou ? 'team.leave' : 'team.remove')}
          </Button>
        )}
      </div>
      {role.error && (
        <div className={styles.failure}>
          <FailureMessage error={role.error} tried={t('problems.actionFailed')} />
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={isYou ? t('team.leaveTitle') : t('team.removeTitle', { name: member.name })}
          confirm={t(isYou ? 'team.leave' : 'team.remove')}
          busy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onClose={() => {
            removal.cancel();
            setAsking(false);
          }}
        >
          <p>{t(isYou ? 'team.leaveText' : 'team.removeText')}</p>
          {removal.error && <FailureMessage error={removal.error} tried={t('problems.actionFailed')} />}
        </ConfirmDialog>
      )}
    </li>
  );
}
