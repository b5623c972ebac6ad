import type { OperationForm } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { appsQuery } from '../../api/apps-query.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { useConsoleWords } from '../../languages/use-console-words.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { type TeamPageProps, withTeam } from '../../shell/team/with-team.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import styles from './console.module.css';
import { Console } from './console.tsx';
import { initialValues } from './initial-values.ts';
import { operationsQuery } from './operations-query.ts';

/** The Team whose tours the contract's examples are about. */
const DEMO_TEAM = 'demo';

/** Runs every operation of the gateway with one of the Team's apps; the portal's back end makes the call. */
export const ConsolePage = withTeam(({ team }: TeamPageProps) => {
  const { t } = useConsoleWords();
  const portal = usePortal();
  const { searchStr } = useLocation();
  const [chosen, setChosen] = useState('');
  const apps = useQuery(appsQuery(portal, team.id));
  const operations = useQuery(operationsQuery(portal));
  const error = apps.error ?? operations.error;

  const frame = (
    <>
      <Crumb>
        <span>{team.name}</span>
      </Crumb>
      <PageHeading title={t('console:title')} lede={t('console:lede')} />
    </>
  );
  if (error !== null && (apps.data === undefined || operations.data === undefined)) {
    return (
      <>
        {frame}
        <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
        <Button onClick={() => void Promise.all([apps.refetch(), operations.refetch()])}>{t('problems.retry')}</Button>
      </>
    );
  }
  if (apps.data === undefined || operations.data === undefined) {
    return (
      <>
        {frame}
        <Waiting />
      </>
    );
  }
  const [firstApp] = apps.data.apps;
  const [first, ...others] = operations.data.operations;
  if (firstApp === undefined || first === undefined) {
    return (
      <>
        {frame}
        <p className={styles.empty}>{t('console:noApp')}</p>
        <Link to={paths.apps} className={buttonClass('primary')}>
          {t('console:toApps')}
        </Link>
      </>
    );
  }
  const app = apps.data.apps.find(({ appKey }) => appKey === chosen) ?? firstApp;
  const refusal = ({ changes }: OperationForm) =>
    changes && team.role === 'viewer' ? t('console:viewersRead') : undefined;
  return (
    <>
      {frame}
      <Console
        operations={[first, ...others]}
        failures={operations.data.failures}
        appKey={app.appKey}
        initial={initialValues(searchStr, operations.data.operations, team.id === DEMO_TEAM)}
        run={({ appKey, ...asked }, { signal, key }) =>
          portal.call('call-operation', { body: { app_key: appKey, ...asked } }, signal, key)
        }
        refusal={refusal}
        keepsAddress
        above={
          <ChoiceField
            label={t('console:app')}
            value={app.appKey}
            choices={apps.data.apps.map(({ appKey, name }) => [appKey, name] as const)}
            onChange={setChosen}
          />
        }
      />
    </>
  );
});
