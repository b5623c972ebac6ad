import type { DeveloperApp } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useSettingsWords } from '../../../languages/use-settings-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface DeleteAppDialogProps {
  readonly app: DeveloperApp;
  readonly teamId: string;
  readonly onClose: () => void;
}

/** Deletes an app's data once its name has been typed: it cannot be undone. */
export function DeleteAppDialog({ app, teamId, onClose }: DeleteAppDialogProps) {
  const { t } = useTranslation();
  const { t: words } = useSettingsWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const deletion = useAction({
    act: ({ signal, key }, confirm: string) =>
      portal.call('delete-app', { params: { app_key: app.appKey }, body: { confirm } }, signal, key),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['team', teamId, 'apps'] });
      onClose();
    },
  });
  const isSame = typed.trim() === app.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame && !deletion.isPending) deletion.mutate(typed.trim());
  };
  return (
    <Dialog title={words('settings:deleteTitle', { name: app.name })} onClose={onClose}>
      <form onSubmit={submit}>
        {deletion.error && <FailureMessage error={deletion.error} tried={t('problems.actionFailed')} />}
        <p>{words('settings:deleteText')}</p>
        <TextField
          label={words('settings:deleteType', { name: app.name })}
          value={typed}
          autoFocus
          onChange={setTyped}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="danger" type="submit" busy={deletion.isPending || !isSame}>
            {words('settings:delete')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
