import { useQueryClient } from '@tanstack/react-query';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';

/** Asks for an app. A second press, or a repetition after a lost answer, asks for the same one. */
export function useCreateApp(teamId: string, onCreated: () => void) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useAction({
    act: ({ signal, key }, name: string) =>
      portal.call('create-app', { body: { name, idempotencyKey: key } }, signal, key),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['team', teamId, 'apps'] });
      onCreated();
    },
  });
}
