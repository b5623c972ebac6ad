import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type Account, accountQuery } from './account.ts';
import type { PortalClient } from './portal-client.ts';

export const PortalContext = createContext<PortalClient | undefined>(undefined);

/** @returns The client every page calls the portal with. */
export function usePortal(): PortalClient {
  const portal = useContext(PortalContext);
  if (portal === undefined) throw new Error('usePortal needs a PortalContext around it.');
  return portal;
}

/** @returns Who looks at the page, and whether the last look at it failed; undefined until it is known. */
export function useAccount(): { readonly account: Account | undefined; readonly failed: boolean } {
  const { data: account, isError } = useQuery(accountQuery(usePortal()));
  return { account, failed: isError };
}
