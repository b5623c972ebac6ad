import type { AppRequest, DeveloperApp, Team } from '@openhouse/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { toursQuery } from '../../../api/tours-query.ts';
import { useAddSampleTour } from '../../../api/use-add-sample-tour.ts';
import { useFirstWords } from '../../../languages/use-first-words.ts';
import { focusHeading } from '../../../shell/focus-heading.ts';
import { paths } from '../../../shell/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import styles from './first-steps.module.css';
import { Step } from './step.tsx';
import { useFirstCall } from './use-first-call.ts';
import { useLeft } from './use-left.ts';

interface FirstStepsProps {
  readonly team: Team;
  readonly apps: readonly DeveloperApp[];
  readonly requests: readonly AppRequest[];
  /** Whether the app was requested on this page. */
  readonly isCreated: boolean;
  readonly onCreateApp: () => void;
}

/** The steps from an empty Team to its first call. Disappears once the call has succeeded, or when it is hidden. */
export function FirstSteps({ team, apps, requests, isCreated, onCreateApp }: FirstStepsProps) {
  const { t } = useFirstWords();
  const portal = usePortal();
  const [isLeft, leave] = useLeft(team.id);
  const [app] = apps;
  const tours = useInfiniteQuery({ ...toursQuery(portal, team.id, ''), enabled: !isLeft });
  const call = useFirstCall(team.id, isLeft ? undefined : app?.appKey);
  const sample = useAddSampleTour(team.id);
  const navigate = useNavigate();
  const made = isCreated ? app?.appKey : undefined;
  useEffect(() => {
    // Whoever made the app here wants its secret next.
    if (made !== undefined) void navigate({ to: paths.app, params: { appKey: made } }).then(() => focusHeading());
  }, [made, navigate]);
  const tour = tours.data?.pages[0]?.tours[0];
  const isUnknown = tours.data === undefined || (app !== undefined && call === undefined);
  if (isLeft || isUnknown || call?.status === 'success') return null;

  const now = tour === undefined ? 'tour' : app === undefined ? 'app' : 'call';
  return (
    <div className={styles.first}>
      <Card
        title={t('first:title')}
        note={t('first:note')}
        action={
          <Button size="small" onClick={leave}>
            {t('first:leave')}
          </Button>
        }
      >
        <ol className={styles.steps}>
          <Step
            number={1}
            title={t('first:tour')}
            text={tour?.name ?? t('first:tourText')}
            isDone={tour !== undefined}
            isNow={now === 'tour'}
          >
            <Button look={now === 'tour' ? 'primary' : 'plain'} busy={sample.isPending} onClick={() => sample.mutate()}>
              {t('first:addSample')}
            </Button>
            <Link to={paths.tours}>{t('first:importOwn')}</Link>
          </Step>
          <Step
            number={2}
            title={t('first:app')}
            text={app?.name ?? t('first:appText')}
            isDone={app !== undefined}
            isNow={now === 'app'}
          >
            <Button look={now === 'app' ? 'primary' : 'plain'} busy={requests.length > 0} onClick={onCreateApp}>
              {t('first:createApp')}
            </Button>
          </Step>
          <Step number={3} title={t('first:call')} text={t('first:callText')} isDone={false} isNow={now === 'call'}>
            {app !== undefined && (
              <Link
                to={paths.app}
                params={{ appKey: app.appKey }}
                className={buttonClass(now === 'call' ? 'primary' : 'plain')}
              >
                {t('first:toApp', { name: app.name })}
              </Link>
            )}
          </Step>
        </ol>
        {sample.error !== null && (
          <div className={styles.failure}>
            <FailureMessage error={sample.error} tried={t('problems.actionFailed')} />
          </div>
        )}
      </Card>
    </div>
  );
}
