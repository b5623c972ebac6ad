import { AGENT_DAYS, type Team } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Person } from '../../api/account.ts';
import { useSignedIn } from '../../api/account-context.tsx';
import { usePortal } from '../../api/portal-context.tsx';
import { PortalError } from '../../api/portal-error.ts';
import { useAction } from '../../api/use-action.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { withTeam } from '../../shell/team/with-team.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { AgentCard } from './agent-card.tsx';
import { agentRequest } from './agent-request.ts';
import { RefusedCard } from './refused-card.tsx';
import { useWords } from './words.ts';

/** Where an owner lets an agent in, to read in the active Team (decision 0232). Everybody may deny it, also without a Team. */
export function ConnectPage() {
  const account = useSignedIn();
  return account.case === 'with-team' ? <OfTeam /> : <Asked team={undefined} person={account.person} />;
}

interface AskedProps {
  readonly team: Team | undefined;
  readonly person: Person;
}

function Asked({ team, person }: AskedProps) {
  const { t } = useWords();
  const portal = usePortal();
  const { hash } = useLocation();
  const asked = useMemo(() => agentRequest(hash), [hash]);
  const [leaving, setLeaving] = useState(false);
  const {
    data: request,
    error,
    refetch,
  } = useQuery({
    queryKey: ['agent-request', asked],
    queryFn: async ({ signal }) => (await portal.call('find-agent-request', { body: { ...asked } }, signal)).request,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const deciding = useAction({
    act: async ({ signal, key }, decision: 'allow' | 'deny') =>
      (await portal.call('decide-agent-request', { body: { ...asked, decision } }, signal, key)).redirectTo,
    onSuccess: (redirectTo) => {
      setLeaving(true);
      // The portal has compared it with what the program registered.
      window.location.assign(redirectTo);
    },
  });
  return (
    <>
      <Crumb>
        <span>{t('connect:crumb')}</span>
      </Crumb>
      <PageHeading title={t('connect:title')} lede={t('connect:lede')} />
      {request === undefined && error === null && <Waiting />}
      {error !== null && (
        <>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
          {!isRefused(error) && <Button onClick={() => void refetch()}>{t('problems.retry')}</Button>}
        </>
      )}
      {leaving && <p role="status">{t('connect:leaving')}</p>}
      {request?.refusal !== undefined && !leaving && (
        <RefusedCard
          name={request.name}
          returnsTo={request.returnsTo}
          refusal={request.refusal}
          busy={deciding.isPending}
          error={deciding.error}
          onReturn={() => deciding.mutate('deny')}
        />
      )}
      {request !== undefined && request.refusal === undefined && !leaving && (
        <AgentCard
          request={request}
          team={team}
          person={person}
          days={AGENT_DAYS}
          busy={deciding.isPending}
          error={deciding.error}
          onDecide={deciding.mutate}
        />
      )}
    </>
  );
}

const OfTeam = withTeam(Asked);

/** What the program asks is wrong, and would be again. */
const isRefused = (error: Error): boolean => error instanceof PortalError && error.code === 'REQUEST_INVALID';
