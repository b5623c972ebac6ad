import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SignedInContext } from '../api/account-context.tsx';
import { useAccount } from '../api/portal-context.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { useFocusAfterActions } from './focus-after-actions.ts';
import { isRevisit } from './is-revisit.ts';
import { signInPath } from './paths.ts';
import { Problem } from './problem/problem.tsx';
import { noteSigningIn } from './signing-in.ts';

/** Lets nobody past who is not signed in, and tells an outage from a stranger (SPEC 5). */
export function Dashboard() {
  const { account, failure } = useAccount();
  const queries = useQueryClient();
  useFocusAfterActions();
  const lookAgain = () => void queries.refetchQueries({ queryKey: ['account'] });
  switch (account?.case) {
    case 'with-team':
    case 'without-team':
      return (
        <SignedInContext value={account}>
          <Outlet />
        </SignedInContext>
      );
    case 'anonymous':
      return isRevisit(window) ? <SignedOut /> : <ToSignIn />;
    case 'provider-unavailable':
      return <Problem kind="outage" onRetry={lookAgain} />;
    case undefined:
      return failure === null ? <Waiting /> : <Problem kind="unreachable" onRetry={lookAgain} error={failure} />;
  }
}

/** Leaves for the server's sign-in route, which comes back to this address. */
function ToSignIn() {
  const { href } = useLocation();
  useEffect(() => {
    noteSigningIn();
    window.location.replace(signInPath(href));
  }, [href]);
  return <Waiting />;
}

/** Waits for a click, because nobody asked to sign in. */
function SignedOut() {
  const { href } = useLocation();
  const signIn = () => {
    noteSigningIn();
    window.location.assign(signInPath(href));
  };
  return <Problem kind="signedOut" onRetry={signIn} />;
}
