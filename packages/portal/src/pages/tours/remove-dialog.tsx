import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { toursKey } from '../../api/tours-query.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { TourDialogProps } from './activate-dialog.tsx';

/** Removes a tour once its code has been typed: it cannot be undone, and apps may be showing it. */
export function RemoveDialog({ tour, teamId, onClose }: TourDialogProps) {
  const { t } = useTranslation();
  const portal = usePortal();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const { resourceCode } = tour;
  const removal = useAction({
    act: ({ signal, key }, confirm: string) =>
      portal.call('remove-tour', { params: { resource_code: resourceCode }, body: { confirm } }, signal, key),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: toursKey(teamId) });
      onClose();
    },
  });
  const isSame = typed.trim() === resourceCode;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame && !removal.isPending) removal.mutate(typed.trim());
  };
  return (
    <Dialog title={t('tours.removeTitle', { name: tour.name })} onClose={onClose}>
      <form onSubmit={submit}>
        {removal.error && <FailureMessage error={removal.error} tried={t('problems.actionFailed')} />}
        <p>{t('tours.removeText')}</p>
        <TextField label={t('tours.removeType', { code: resourceCode })} value={typed} autoFocus onChange={setTyped} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="danger" type="submit" busy={removal.isPending || !isSame}>
            {t('tours.remove')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
