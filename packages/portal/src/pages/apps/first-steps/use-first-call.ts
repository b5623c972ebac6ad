import type { GatewayCall } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { callsQuery } from '../../../api/calls-query.ts';
import { usePortal } from '../../../api/portal-context.tsx';
import { readAgain } from '../../../api/queries.ts';
import { firstCall } from './first-call.ts';

/** The gateway writes what it counted every five seconds. */
const POLL_MS = 5000;

/**
 * The first call of an app, looked for until one has succeeded.
 * @param appKey Undefined while there is no app.
 * @returns `null` while there is none; undefined while that is not known.
 */
export function useFirstCall(teamId: string, appKey: string | undefined): GatewayCall | null | undefined {
  const { data: calls } = useQuery({
    ...callsQuery(usePortal(), teamId, appKey ?? '', 'all'),
    enabled: appKey !== undefined,
    refetchInterval: ({ state: { data, error } }) =>
      readAgain(error, firstCall(data ?? [])?.status === 'success' ? false : POLL_MS),
  });
  return calls && (firstCall(calls) ?? null);
}
