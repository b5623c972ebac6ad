import type { TeamRole } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { useInvitationWords } from '../../languages/use-invitation-words.ts';
import { paths } from '../../shell/paths.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './invite-dialog.module.css';
import { useRoles } from './roles.ts';

interface InviteDialogProps {
  readonly teamId: string;
  /** Whether the link can be sent by mail as well. */
  readonly sendsMail: boolean;
  readonly onClose: () => void;
}

/**
 * Makes an invitation and shows its link, once. The token stands behind `#`, so that no server ever sees it in an
 * address; it lives in this dialog alone and in no cache.
 */
export function InviteDialog({ teamId, sendsMail, onClose }: InviteDialogProps) {
  const { t } = useTranslation();
  const { t: words } = useInvitationWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const roles = useRoles();
  const [role, setRole] = useState<TeamRole>('member');
  const [address, setAddress] = useState('');
  const mailTo = address.trim();
  const [link, setLink] = useState<string>();
  const invitation = useAction({
    act: async ({ signal, key }, body: { readonly role: TeamRole; readonly mailTo?: string }) => {
      const { token } = await portal.call('invite-member', { params: { id: teamId }, body }, signal, key);
      // Not a result of the action: those are kept in a cache for a while.
      setLink(`${window.location.origin}${paths.join}#${token}`);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['team', teamId, 'members'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!invitation.isPending) invitation.mutate({ role, ...(mailTo !== '' && { mailTo }) });
  };

  if (link !== undefined) {
    return (
      <Dialog title={t('team.linkTitle')} onClose={onClose}>
        {mailTo !== '' && <p>{words('invitation:sentTo', { address: mailTo })}</p>}
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
      <form onSubmit={submit}>
        <p>{t('team.inviteText')}</p>
        <ChoiceField label={t('team.roleLabel')} value={role} choices={roles} onChange={setRole} />
        <p>{t(`team.may.${role}`)}</p>
        {sendsMail ? (
          <TextField
            label={words('invitation:address')}
            hint={words('invitation:addressHint')}
            value={address}
            optional
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            onChange={setAddress}
          />
        ) : (
          <p>{words('invitation:noMail')}</p>
        )}
        {invitation.error && <FailureMessage error={invitation.error} tried={t('problems.actionFailed')} />}
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" busy={invitation.isPending}>
            {mailTo === '' ? t('team.makeLink') : words('invitation:invite')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
