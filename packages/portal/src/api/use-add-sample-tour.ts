import { useQueryClient } from '@tanstack/react-query';
import { usePortal } from './portal-context.tsx';
import { toursKey } from './tours-query.ts';
import { useAction } from './use-action.ts';

/** Adds the sample tour to a Team, whose list of tours shows it then. */
export function useAddSampleTour(teamId: string) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useAction({
    act: ({ signal, key }) => portal.call('add-sample-tour', { body: {} }, signal, key),
    onSuccess: () => queries.invalidateQueries({ queryKey: toursKey(teamId) }),
  });
}
