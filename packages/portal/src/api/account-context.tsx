import { createContext, useContext } from 'react';
import type { SignedIn } from './account.ts';

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** @returns The signed-in person; only for pages of the dashboard, which require a sign-in. */
export function useSignedIn(): SignedIn {
  const account = useContext(SignedInContext);
  if (account === undefined) throw new Error('useSignedIn is for pages of the dashboard.');
  return account;
}
