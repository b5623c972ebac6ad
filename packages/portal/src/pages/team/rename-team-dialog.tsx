import type { Team } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';

/** Gives a Team another name. */
export function RenameTeamDialog({ team, onClose }: { readonly team: Team; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const portal = usePortal();
  const queries = useQueryClient();
  const rename = useAction({
    act: ({ signal, key }, name: string) =>
      portal.call('rename-team', { params: { id: team.id }, body: { name } }, signal, key),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['account'] });
      onClose();
    },
  });
  return (
    <NameDialog
      title={t('team.renameTitle')}
      label={t('team.name')}
      hint={t('team.nameHint')}
      start={team.name}
      confirm={t('team.rename')}
      busy={rename.isPending}
      error={rename.error}
      onConfirm={(name) => rename.mutate(name)}
      onClose={onClose}
    />
  );
}
