import type { PortalTour } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { toursKey } from '../../api/tours-query.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';

export interface TourDialogProps {
  readonly tour: PortalTour;
  readonly teamId: string;
  readonly onClose: () => void;
}

/** Says what activation means before it happens: nothing takes it back (SPEC 3). */
export function ActivateDialog({ tour, teamId, onClose }: TourDialogProps) {
  const { t } = useTranslation();
  const portal = usePortal();
  const queries = useQueryClient();
  const activation = useAction({
    act: ({ signal, key }) =>
      portal.call('activate-tour', { params: { resource_code: tour.resourceCode }, body: {} }, signal, key),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: toursKey(teamId) });
      onClose();
    },
  });
  return (
    <Dialog title={t('tours.activateTitle', { name: tour.name })} onClose={onClose}>
      {activation.error && <FailureMessage error={activation.error} tried={t('problems.actionFailed')} />}
      <p>{t('tours.activateText')}</p>
      <p>{t('tours.activateForGood')}</p>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" busy={activation.isPending} onClick={() => activation.mutate()}>
          {t('tours.activate')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
