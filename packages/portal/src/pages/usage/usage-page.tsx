import type { DeveloperApp, Team } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { appsQuery } from '../../api/apps-query.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { type TeamPageProps, withTeam } from '../../shell/team/with-team.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { AppUsage } from './app-usage.tsx';
import { ExplainCard } from './explain-card.tsx';
import styles from './usage-page.module.css';
import type { UsageSearch } from './usage-search.ts';

/** How the Team's apps use the gateway, and why a call failed. */
export const UsagePage = withTeam(({ team }: TeamPageProps) => {
  const { t } = useUsageWords();
  const { data, error, refetch } = useQuery(appsQuery(usePortal(), team.id));
  return (
    <>
      <Crumb>
        <span>{team.name}</span>
      </Crumb>
      <PageHeading title={t('usage:title')} lede={t('usage:lede')} />
      {data === undefined && error === null && <Waiting />}
      {data === undefined && error !== null && (
        <>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
          <Button onClick={() => void refetch()}>{t('problems.retry')}</Button>
        </>
      )}
      {data !== undefined && <TeamUsage team={team} apps={data.apps} />}
    </>
  );
});

interface TeamUsageProps {
  readonly team: Team;
  readonly apps: readonly DeveloperApp[];
}

function TeamUsage({ team, apps }: TeamUsageProps) {
  const { t } = useUsageWords();
  const search = useSearch({ from: '/frame/dashboard/usage' });
  const navigate = useNavigate({ from: paths.usage });
  const change = (changed: UsageSearch) =>
    void navigate({ search: { ...search, ...changed }, replace: true, resetScroll: false });
  const app = apps.find(({ appKey }) => appKey === search.app) ?? apps[0];
  const range = search.range ?? '24h';
  return (
    <div className={styles.cards}>
      {apps.length > 1 && app !== undefined && (
        <div className={styles.apps}>
          <ChoiceField
            label={t('usage:app')}
            value={app.appKey}
            choices={apps.map(({ appKey, name }) => [appKey, name] as const)}
            onChange={(appKey) => change({ app: appKey })}
          />
        </div>
      )}
      {app === undefined ? (
        <p className={styles.none}>
          {t('usage:noApp')}{' '}
          <Link to={paths.apps} className={buttonClass('plain', 'small')}>
            {t('usage:toApps')}
          </Link>
        </p>
      ) : (
        <AppUsage
          key={app.appKey}
          app={app}
          teamId={team.id}
          range={range}
          onRange={(chosen) => change({ range: chosen })}
          onExplain={(call) => change({ call })}
        />
      )}
      <ExplainCard teamId={team.id} requestId={search.call ?? ''} onAsk={(call) => change({ call })} />
    </div>
  );
}
