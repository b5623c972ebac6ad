import type { Session } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { usePortal } from '../../api/portal-context.tsx';
import { PortalError } from '../../api/portal-error.ts';
import { useAction } from '../../api/use-action.ts';

/** Which sessions to end: one of the list, or all but this browser's. */
export type SessionsToEnd = Session | 'others';

/**
 * Ends sessions and reloads the list. A session that has ended meanwhile counts as ended; after this browser's own
 * the page is loaded again, and finds out that nobody is signed in.
 */
export function useEndSessions() {
  const portal = usePortal();
  const queries = useQueryClient();
  return useAction({
    act: async ({ signal, key }, which: SessionsToEnd) => {
      if (which === 'others')
        return (await portal.call('end-all-sessions', { body: { keepCurrent: true } }, signal, key)).ended;
      try {
        return (await portal.call('end-session', { params: { id: which.id }, body: {} }, signal, key)).ended;
      } catch (error) {
        if (error instanceof PortalError && error.code === 'SESSION_NOT_FOUND') return 0;
        throw error;
      }
    },
    onSuccess: async (_, which) => {
      if (which !== 'others' && which.isCurrent) window.location.reload();
      else await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
}
