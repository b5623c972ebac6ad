import type { LimitException } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { usePortal } from '../../api/portal-context.tsx';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SuspendedMessage } from '../../ui/suspended-message.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { ExceptionAction } from './exception-action.tsx';
import { LimitsSet } from './limit-fields.tsx';
import styles from './operator.module.css';
import { OperatorFailure } from './operator-failure.tsx';
import { operatorAppQuery } from './operator-queries.ts';
import { AppState, Row, TeamLink } from './rows.tsx';
import { SuspendAction } from './suspend-action.tsx';
import { TrialActions } from './trial-actions.tsx';
import { useWords } from './words.ts';

/** One app of any Team: how it stands, and what an operator decides of it. */
export function OperatorAppPage() {
  const { t } = useWords();
  const { appKey } = useParams({ from: '/frame/operator/apps/$appKey' });
  const { data: app, error, refetch } = useQuery(operatorAppQuery(usePortal(), appKey));
  const crumb = (
    <Crumb>
      <Link to={paths.operator}>{t('operator:title')}</Link>
    </Crumb>
  );
  if (app === undefined) {
    return (
      <>
        {crumb}
        {error === null ? <Waiting /> : <OperatorFailure heading error={error} onRetry={() => void refetch()} />}
      </>
    );
  }
  const suspended = app.suspended ?? app.team.suspended;
  return (
    <>
      {crumb}
      <PageHeading
        title={app.name}
        lede={
          <span className={styles.facts}>
            <AppState state={app.state} />
            <TeamLink id={app.team.id} name={app.team.name} />
          </span>
        }
        action={<SuspendAction of="app" code={app.appKey} name={app.name} suspended={app.suspended} />}
      />
      {suspended !== null && <SuspendedMessage of={app.suspended === null ? 'team' : 'app'} {...suspended} />}
      <Card title={t('operator:facts')}>
        <ul className={styles.list}>
          <Row name={t('app.key')} about={<code>{app.appKey}</code>} />
          <Row name={t('app.xid')} about={<code>{app.xid}</code>} />
          <Row name={t('apps.created')} about={<Moment iso={app.createdAt} />} />
          <Row
            name={t('operator:contact')}
            about={app.contact === '' ? '–' : <a href={`mailto:${app.contact}`}>{app.contact}</a>}
          />
          <Row
            name={t('operator:trialEnds')}
            about={app.trialEndsAt === null ? t('apps.trialPending') : <Moment iso={app.trialEndsAt} />}
            state={t(`operator:trialSetBy.${app.trialSetBy}`)}
          />
          <Row
            name={t('operator:trial')}
            about={<span className={styles.actions}>{<TrialActions app={app} />}</span>}
          />
          <Row
            name={t('operator:limits')}
            about={app.exception === null ? t('operator:noException') : <LimitsSet limits={limitsOf(app.exception)} />}
            state={app.exception !== null && <Moment iso={app.exception.endsAt} />}
          />
          <Row name={t('operator:exception')} about={<ExceptionAction app={app} />} />
        </ul>
      </Card>
    </>
  );
}

const limitsOf = ({ callsPerMinute, exchangesPerMinute }: LimitException) => ({ callsPerMinute, exchangesPerMinute });
