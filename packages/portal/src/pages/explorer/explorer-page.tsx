import type { Team } from '@openhouse/contract';
import { shownOperations } from '@openhouse/viewer/inside';
import { useQueries } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { Problem } from '../../shell/problem/problem.tsx';
import { type TeamPageProps, withTeam } from '../../shell/team/with-team.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Message } from '../../ui/message.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { answerQuery } from './explorer-queries.ts';
import type { OperationAnswers } from './operation-answer.ts';
import { operationFacts } from './operation-facts.ts';
import { useRefusalWords } from './use-refusal-words.ts';

const loadTourView = () => import('./tour-view.tsx');
const TourView = lazyPart(loadTourView, 'TourView', false);

/** One tour of the active Team, as its data describes it. */
export const ExplorerPage = withTeam(({ team }: TeamPageProps) => {
  const { resourceCode } = useParams({ from: '/frame/dashboard/tours/$resourceCode' });
  return <TeamTour key={resourceCode} team={team} resourceCode={resourceCode} />;
});

interface TeamTourProps {
  readonly team: Team;
  readonly resourceCode: string;
}

function TeamTour({ team, resourceCode }: TeamTourProps) {
  const { t } = useTranslation();
  const { answers, error, isPending, refetch } = useAnswers(team.id, resourceCode);
  const words = useRefusalWords();
  useEffect(() => {
    // Beside the answers, not after them.
    void loadTourView();
  }, []);
  const info = answers['vr-info'];
  if (info !== undefined && MISSING.has(info.status)) return <Problem kind="tourMissing" />;
  return (
    <>
      <Crumb>
        <a href={paths.tours}>{t('explorer.tours')}</a>
        <ChevronIcon size={13} />
        <span>{info?.data?.name ?? resourceCode}</span>
      </Crumb>
      {isPending && <Waiting />}
      {!isPending && error !== undefined && info?.data === undefined && <Failure error={error} refetch={refetch} />}
      {!isPending && info !== undefined && info.data === undefined && (
        <Message tone="alert">{words(operationFacts['vr-info'].title, info)}</Message>
      )}
      {!isPending && info?.data !== undefined && (
        <Suspense fallback={<Waiting />}>
          <TourView team={team} resourceCode={resourceCode} info={info.data} answers={answers} error={error} />
        </Suspense>
      )}
    </>
  );
}

/** What the gateway says of a tour that is not there, or not this Team's. */
const MISSING: ReadonlySet<string> = new Set(['err_resource_not_found', 'err_parse_resource_code_failed']);

/** The answers so far, and the first failure of the portal itself. */
function useAnswers(teamId: string, resourceCode: string) {
  const portal = usePortal();
  return useQueries({
    queries: shownOperations.map((operation) => answerQuery(portal, teamId, resourceCode, operation)),
    combine: (queries) => ({
      answers: Object.fromEntries(
        queries.flatMap(({ data }) => (data === undefined ? [] : [[data.operation, data]])),
      ) as OperationAnswers,
      error: queries.find(({ error }) => error !== null)?.error ?? undefined,
      isPending: queries.some(({ isPending }) => isPending),
      refetch: () => {
        for (const query of queries) if (query.isError) void query.refetch();
      },
    }),
  });
}

function Failure({ error, refetch }: { readonly error: Error; readonly refetch: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <FailureMessage error={error} tried={t('explorer.notRead')} repeats />
      <Button onClick={refetch}>{t('problems.retry')}</Button>
    </>
  );
}
