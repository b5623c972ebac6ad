import type { OperationData, Team } from '@openhouse/contract';
import { useQueries } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayAddress } from '../../page-facts.ts';
import { paths } from '../../paths.ts';
import { usePortal } from '../../portal-context.tsx';
import { PortalError } from '../../portal-error.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Status } from '../../ui/status.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Problem } from '../problem/problem.tsx';
import { type TeamPageProps, withTeam } from '../with-team.tsx';
import styles from './explorer.module.css';
import { answerQuery } from './explorer-queries.ts';
import type { OperationAnswer } from './operation-answer.ts';
import { type Answers, readTour } from './tour/read-tour.ts';
import { type ShownOperation, shownOperations, type Tour } from './tour/tour.ts';

const loadExplorer = () => import('./explorer.tsx');
const Lacks = lazy(async () => ({ default: (await import('./lacks.tsx')).Lacks }));
const Explorer = lazy(async () => ({ default: (await loadExplorer()).Explorer }));

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
  const tour = useTour(answers, isPending, team.id, resourceCode);
  useEffect(() => {
    // Beside the answers, not after them.
    void loadExplorer();
    void import('./panorama/open-panorama.ts');
  }, []);
  const info = answers['vr-info'];
  if (info !== undefined && MISSING.has(info.status)) return <Problem kind="notFound" />;
  return (
    <>
      <Crumb>
        <a href={paths.tours}>{t('explorer.tours')}</a>
        <ChevronIcon size={13} />
        <span>{tour?.name ?? resourceCode}</span>
      </Crumb>
      {isPending && <Waiting />}
      {!isPending && error !== undefined && tour === undefined && <Failure error={error} refetch={refetch} />}
      {!isPending && info !== undefined && info.data === undefined && (
        <Message tone="alert">
          {t('explorer.answeredFailure', { operation: 'VR basic data', status: info.status })} {info.message}
        </Message>
      )}
      {tour !== undefined && (
        <>
          <PageHeading title={tour.name} lede={<Facts tour={tour} resourceCode={resourceCode} />} />
          {error !== undefined && <FailureMessage error={error} tried={t('problems.loadFailed')} />}
          <Suspense>
            <Lacks lacks={tour.lacks} answers={Object.values(answers)} />
          </Suspense>
          <Suspense fallback={<Waiting />}>
            <Explorer tour={tour} resourceCode={resourceCode} answers={answers} />
          </Suspense>
        </>
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
      ) as Partial<Record<ShownOperation, OperationAnswer>>,
      error: queries.find(({ error }) => error !== null)?.error ?? undefined,
      isPending: queries.some(({ isPending }) => isPending),
      refetch: () => {
        for (const query of queries) if (query.isError) void query.refetch();
      },
    }),
  });
}

/** The tour, once every answer is there or known not to come; the same object as long as the data is the same. */
function useTour(
  answers: Partial<Record<ShownOperation, OperationAnswer>>,
  isPending: boolean,
  teamId: string,
  resourceCode: string,
): Tour | undefined {
  const told = shownOperations.map((operation) => answers[operation]?.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is as good as its data; ids of requests change.
  return useMemo(() => {
    const info = answers['vr-info']?.data as OperationData['vr-info'] | undefined;
    if (isPending || info === undefined) return undefined;
    const given = Object.fromEntries(shownOperations.map((operation, at) => [operation, told[at]])) as Answers;
    const home = { gateway: gatewayAddress(document), team: teamId, resourceCode };
    return readTour({ ...given, 'vr-info': info }, home);
  }, [...told, isPending, teamId, resourceCode]);
}

function Failure({ error, refetch }: { readonly error: Error; readonly refetch: () => void }) {
  const { t } = useTranslation();
  const needsApp = error instanceof PortalError && error.code === 'APP_REQUIRED';
  return (
    <>
      <FailureMessage error={error} tried={t('explorer.notRead')} />
      {needsApp ? (
        <Link to={paths.apps} className={buttonClass('primary')}>
          {t('explorer.toApps')}
        </Link>
      ) : (
        <Button onClick={refetch}>{t('problems.retry')}</Button>
      )}
    </>
  );
}

function Facts({ tour, resourceCode }: { readonly tour: Tour; readonly resourceCode: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.facts}>
      <Status tone={tour.isActive ? 'ok' : 'idle'}>{t(tour.isActive ? 'explorer.active' : 'explorer.inactive')}</Status>
      <span className={styles.code}>
        <code>{resourceCode}</code>
        <CopyButton value={resourceCode} what={t('explorer.resourceCode')} />
      </span>
      <span>{t('explorer.viewpoints', { count: tour.viewpoints.length })}</span>
      {tour.floors.length > 1 && <span>{t('explorer.floorCount', { count: tour.floors.length })}</span>}
    </span>
  );
}
