import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePortal } from '../../api/portal-context.tsx';
import { useAuditWords } from '../../languages/use-audit-words.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { type TeamPageProps, withTeam } from '../../shell/team/with-team.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { AuditBar } from './audit-bar.tsx';
import styles from './audit-page.module.css';
import { auditFilter, auditQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';

/** Who did what in the active Team, when, from where and with what outcome. */
export const AuditPage = withTeam(({ team }: TeamPageProps) => {
  const { t } = useAuditWords();
  const navigate = useNavigate();
  const filter = auditFilter(useSearch({ from: '/frame/dashboard/audit' }));
  const log = useInfiniteQuery(auditQuery(usePortal(), team.id, filter));
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <Crumb>
        <span>{team.name}</span>
      </Crumb>
      <PageHeading title={t('audit:title')} lede={t('audit:lede')} />
      <AuditBar
        filter={filter}
        onChange={(search) => void navigate({ to: paths.audit, search, replace: true, resetScroll: false })}
      />
      {log.error && (
        <>
          <FailureMessage error={log.error} tried={t('problems.loadFailed')} repeats />
          {entries === undefined && <Button onClick={() => void log.refetch()}>{t('problems.retry')}</Button>}
        </>
      )}
      {log.isPending && <Waiting />}
      {entries?.length === 0 && (
        <p className={styles.none}>{t(Object.keys(filter).length === 0 ? 'audit:noneYet' : 'audit:none')}</p>
      )}
      {entries !== undefined && entries.length > 0 && <AuditTable entries={entries} />}
      {log.hasNextPage && (
        <div className={styles.more}>
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('audit:more')}
          </Button>
        </div>
      )}
    </>
  );
});
