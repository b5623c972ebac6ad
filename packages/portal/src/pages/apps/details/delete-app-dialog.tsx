import type { DeveloperApp } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useSettingsWords } from '../../../languages/use-settings-words.ts';
import { TypedDialog } from '../../../ui/typed-dialog.tsx';

interface DeleteAppDialogProps {
  readonly app: DeveloperApp;
  readonly teamId: string;
  readonly onClose: () => void;
}

/** Deletes an app's data once its name has been typed: it cannot be undone. */
export function DeleteAppDialog({ app, teamId, onClose }: DeleteAppDialogProps) {
  const { t: words } = useSettingsWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const deletion = useAction({
    act: ({ signal, key }, confirm: string) =>
      portal.call('delete-app', { params: { app_key: app.appKey }, body: { confirm } }, signal, key),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['team', teamId, 'apps'] });
      onClose();
    },
  });
  return (
    <TypedDialog
      title={words('settings:deleteTitle', { name: app.name })}
      label={words('settings:deleteType', { name: app.name })}
      expected={app.name}
      confirm={words('settings:delete')}
      busy={deletion.isPending}
      error={deletion.error}
      onConfirm={deletion.mutate}
      onClose={onClose}
    >
      <p>{words('settings:deleteText')}</p>
    </TypedDialog>
  );
}
