import type { TeamRole } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { paths } from '../../shell/paths.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import styles from './invite-dialog.module.css';
import { useRoles } from './roles.ts';

/**
 * Makes an invitation and shows its link, once. The token stands behind `#`, so that no server ever sees it in an
 * address; it lives in this dialog alone and in no cache.
 */
export function InviteDialog({ teamId, onClose }: { readonly teamId: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const portal = usePortal();
  const queries = useQueryClient();
  const roles = useRoles();
  const [role, setRole] = useState<TeamRole>('member');
  const [link, setLink] = useState<string>();
  const invitation = useAction({
    act: async ({ signal, key }, chosen: TeamRole) => {
      const { token } = await portal.call(
        'invite-member',
        { params: { id: teamId }, body: { role: chosen } },
        signal,
        key,
      );
      // Not a result of the action: those are kept in a cache for a while.
      setLink(`${window.location.origin}${paths.join}#${token}`);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['team', teamId, 'members'] }),
  });

  if (link !== undefined) {
    return (
      <Dialog title={t('team.linkTitle')} onClose={onClose}>
        <p>{t('team.linkText')}</p>
        <div className={styles.link}>
          <code>{link}</code>
          <CopyButton value={link} what={t('team.link')} />
        </div>
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {t('team.done')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('team.inviteTitle')} onClose={onClose}>
      <p>{t('team.inviteText')}</p>
      <ChoiceField label={t('team.roleLabel')} value={role} choices={roles} onChange={setRole} />
      <p>{t(`team.may.${role}`)}</p>
      {invitation.error && <FailureMessage error={invitation.error} tried={t('problems.actionFailed')} />}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" busy={invitation.isPending} onClick={() => invitation.mutate(role)}>
          {t('team.makeLink')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
