import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { PortalError } from './portal-error.ts';

/** How often a read is repeated when no answer arrives. A failure the portal names is not repeated: it would stay. */
const READ_RETRIES = 2;

/**
 * @returns The pages' cache of what the portal answered; in memory only. When any call is told that nobody is signed
 *   in, the account is looked at again, and the dashboard leads to the sign-in page.
 */
export function createQueries(): QueryClient {
  const lookWhoIsSignedIn = (error: Error) => {
    if (error instanceof PortalError && error.code === 'AUTH_REQUIRED') {
      void queries.invalidateQueries({ queryKey: ['account'] });
    }
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: lookWhoIsSignedIn }),
    mutationCache: new MutationCache({ onError: lookWhoIsSignedIn }),
    defaultOptions: {
      queries: { retry: (count, error) => !(error instanceof PortalError) && count < READ_RETRIES },
      mutations: { retry: false },
    },
  });
  return queries;
}
