import type { AuditAction } from '@openhouse/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../portal-client.ts';

/** A Team's audit log, newest first, page by page. */
export function auditQuery(portal: PortalClient, teamId: string, action: AuditAction | 'all') {
  return infiniteQueryOptions({
    queryKey: ['team', teamId, 'audit', action],
    queryFn: ({ pageParam: before, signal }) =>
      portal.call(
        'list-audit',
        { query: { ...(action === 'all' ? {} : { action }), ...(before === undefined ? {} : { before }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.number.toString() : undefined),
  });
}
