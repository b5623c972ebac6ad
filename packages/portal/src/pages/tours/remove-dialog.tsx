import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { toursKey } from '../../api/tours-query.ts';
import { useAction } from '../../api/use-action.ts';
import { TypedDialog } from '../../ui/typed-dialog.tsx';
import type { TourDialogProps } from './activate-dialog.tsx';

/** Removes a tour once its code has been typed: it cannot be undone, and apps may be showing it. */
export function RemoveDialog({ tour, teamId, onClose }: TourDialogProps) {
  const { t } = useTranslation();
  const portal = usePortal();
  const queries = useQueryClient();
  const { resourceCode } = tour;
  const removal = useAction({
    act: ({ signal, key }, confirm: string) =>
      portal.call('remove-tour', { params: { resource_code: resourceCode }, body: { confirm } }, signal, key),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: toursKey(teamId) });
      onClose();
    },
  });
  return (
    <TypedDialog
      title={t('tours.removeTitle', { name: tour.name })}
      label={t('tours.removeType', { code: resourceCode })}
      expected={resourceCode}
      confirm={t('tours.remove')}
      busy={removal.isPending}
      error={removal.error}
      onConfirm={removal.mutate}
      onClose={onClose}
    >
      <p>{t('tours.removeText')}</p>
    </TypedDialog>
  );
}
