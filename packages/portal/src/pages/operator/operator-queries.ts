import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../api/portal-client.ts';

/** What operators read; all of it is read again after a decision. */
export const OPERATOR_KEY = ['operator'] as const;

export const overviewQuery = (portal: PortalClient) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'overview'],
    queryFn: ({ signal }) => portal.call('operator-overview', {}, signal),
  });

/** What a text finds. */
export const findQuery = (portal: PortalClient, q: string) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'find', q],
    queryFn: ({ signal }) => portal.call('operator-find', { query: { q } }, signal),
    enabled: q !== '',
  });

export const operatorAppQuery = (portal: PortalClient, appKey: string) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'app', appKey],
    queryFn: async ({ signal }) => (await portal.call('get-operator-app', { params: { app_key: appKey } }, signal)).app,
  });

export const operatorTeamQuery = (portal: PortalClient, id: string) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'team', id],
    queryFn: async ({ signal }) => (await portal.call('get-operator-team', { params: { id } }, signal)).team,
  });

export const operatorPersonQuery = (portal: PortalClient, userCode: string) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'person', userCode],
    queryFn: async ({ signal }) =>
      (await portal.call('get-operator-person', { params: { user_code: userCode } }, signal)).person,
  });

/** Every plan, by name. */
export const plansQuery = (portal: PortalClient) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'plans'],
    queryFn: async ({ signal }) => (await portal.call('list-plans', {}, signal)).plans,
  });

/** What operators did, newest first, page by page. */
export const operatorAuditQuery = (portal: PortalClient, team: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...OPERATOR_KEY, 'audit', team],
    queryFn: ({ pageParam: before, signal }) =>
      portal.call(
        'list-operator-audit',
        { query: { ...(team !== undefined && { team }), ...(before !== undefined && { before }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.number.toString() : undefined),
  });

/** Which entries of all Teams are shown. */
export interface TeamsAuditFilter {
  readonly team?: string;
  readonly actor?: string;
  readonly outcome?: 'succeeded' | 'refused';
}

/** What the address of the audit names for the logs of all Teams, in place of the operators' own. */
export const OF_TEAMS = 'teams';

/** Reads the address; what filters nothing is left out. */
export function teamsAuditFilter({ team = '', actor = '', outcome }: Readonly<Record<string, string | undefined>>) {
  return {
    ...(team !== '' && { team }),
    ...(actor !== '' && { actor }),
    ...((outcome === 'succeeded' || outcome === 'refused') && { outcome }),
  } satisfies TeamsAuditFilter;
}

/** The audit logs of all Teams, newest first, page by page. */
export const teamsAuditQuery = (portal: PortalClient, filter: TeamsAuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...OPERATOR_KEY, 'audit of teams', filter],
    queryFn: ({ pageParam: after, signal }) =>
      portal.call('list-teams-audit', { query: { ...filter, ...(after !== undefined && { after }) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
