import type { ShownOperation } from '@openhouse/viewer/inside';
import { queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../api/portal-client.ts';
import { readAgain } from '../../api/queries.ts';
import { readAnswer } from './operation-answer.ts';

/** One read of the gateway, made by the portal for the Team (decision 0097). One that was refused for now is repeated. */
export function answerQuery<Name extends ShownOperation>(
  portal: PortalClient,
  teamId: string,
  resourceCode: string,
  operation: Name,
) {
  return queryOptions({
    queryKey: ['team', teamId, 'tours', resourceCode, 'operations', operation],
    queryFn: async ({ signal }) => {
      const path = `/api/tours/${encodeURIComponent(resourceCode)}/operations/${operation}`;
      return readAnswer(operation, await portal.passedOn(path, signal));
    },
    refetchInterval: ({ state: { data: answer, error } }) =>
      readAgain(error, answer?.retryAfterS === undefined ? false : answer.retryAfterS * 1000),
    // A tour hardly ever changes while somebody looks at it.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
}
