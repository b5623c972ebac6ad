import type { AuditAction } from '@openhouse/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../api/portal-client.ts';
import { auditActions } from './audit-actions.ts';

/** Which entries to show; the list and the downloads take the same. */
export interface AuditFilter {
  readonly action?: AuditAction;
  readonly outcome?: 'succeeded' | 'refused';
}

/** Reads the address; what no entry has is left out. */
export function auditFilter({ action, outcome }: { readonly action?: string; readonly outcome?: string }): AuditFilter {
  const known = auditActions.find((one) => one === action);
  return {
    ...(known && { action: known }),
    ...((outcome === 'succeeded' || outcome === 'refused') && { outcome }),
  };
}

/** A Team's audit log, newest first, page by page. */
export function auditQuery(portal: PortalClient, teamId: string, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['team', teamId, 'audit', filter],
    queryFn: ({ pageParam: before, signal }) =>
      portal.call('list-audit', { query: { ...filter, ...(before === undefined ? {} : { before }) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.number.toString() : undefined),
  });
}

/** @returns Where the filtered log is read in a format. */
export function auditDownload(format: 'csv' | 'jsonl', filter: AuditFilter): string {
  const query = new URLSearchParams({ ...filter }).toString();
  return `/api/audit.${format}${query === '' ? '' : `?${query}`}`;
}
