import { queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../api/portal-client.ts';

/** How often the use of the secret's versions is read again. */
const USE_POLL_MS = 30_000;

/** One app of a Team. */
export function appQuery(portal: PortalClient, teamId: string, appKey: string) {
  return queryOptions({
    queryKey: ['team', teamId, 'apps', appKey],
    queryFn: async ({ signal }) => (await portal.call('get-app', { params: { app_key: appKey } }, signal)).app,
  });
}

/** The live versions of an app's secret: their use, never the secret. */
export function secretsQuery(portal: PortalClient, teamId: string, appKey: string) {
  return queryOptions({
    queryKey: ['team', teamId, 'apps', appKey, 'secrets'],
    queryFn: async ({ signal }) => (await portal.call('list-secrets', { params: { app_key: appKey } }, signal)).secrets,
    refetchInterval: USE_POLL_MS,
  });
}
