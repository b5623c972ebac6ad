import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount, usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { focusHeading } from '../focus-heading.ts';
import { paths } from '../paths.ts';

interface CreateTeamDialogProps {
  readonly onClose: () => void;
  /** True where the page needs the Team: it stays then, in place of the Team's apps. */
  readonly stays?: boolean;
}

/** Makes a Team; it becomes the active one, and its apps show. */
export function CreateTeamDialog({ onClose, stays = false }: CreateTeamDialogProps) {
  const { t } = useTranslation();
  const portal = usePortal();
  const { mayLeave, showTeam } = useAccount();
  const navigate = useNavigate();
  const creation = useAction({
    act: ({ signal, key }, name: string) => portal.call('create-team', { body: { name } }, signal, key),
    onSuccess: async ({ team }) => {
      await showTeam(team.id);
      onClose();
      if (!stays) await navigate({ to: paths.apps });
      focusHeading();
    },
  });
  const create = async (name: string) => {
    if (await mayLeave()) creation.mutate(name);
  };
  return (
    <NameDialog
      title={t('team.createTitle')}
      label={t('team.name')}
      hint={t('team.nameHint')}
      placeholder={t('team.namePlaceholder')}
      confirm={t('team.create')}
      busy={creation.isPending}
      error={creation.error}
      onConfirm={(name) => void create(name)}
      onClose={onClose}
    />
  );
}
