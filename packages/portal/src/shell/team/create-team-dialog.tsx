import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { paths } from '../paths.ts';

/** Makes a Team; it becomes the active one, and its apps show. */
export function CreateTeamDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const creation = useMutation({
    mutationFn: (name: string) => portal.call('create-team', { body: { name } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['account'] });
      onClose();
      await navigate({ to: paths.apps });
    },
  });
  return (
    <NameDialog
      title={t('team.createTitle')}
      label={t('team.name')}
      hint={t('team.nameHint')}
      placeholder={t('team.namePlaceholder')}
      confirm={t('team.create')}
      busy={creation.isPending}
      error={creation.error}
      onConfirm={(name) => creation.mutate(name)}
      onClose={onClose}
    />
  );
}
