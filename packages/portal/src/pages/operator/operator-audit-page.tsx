import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { usePortal } from '../../api/portal-context.tsx';
import { useAuditWords } from '../../languages/use-audit-words.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AuditLog } from './audit-log.tsx';
import { OF_TEAMS, operatorAuditQuery } from './operator-queries.ts';
import { TeamsAudit } from './teams-audit.tsx';
import { useWords } from './words.ts';

/** What operators did, to whom and why; and the logs of all Teams. The address says which, so that it can be sent to somebody. */
export function OperatorAuditPage() {
  const { t } = useWords();
  const { log } = useSearch({ from: '/frame/operator/audit' });
  if (log !== OF_TEAMS) return <OfOperators />;
  return (
    <>
      <Crumb>
        <Link to={paths.operator}>{t('operator:title')}</Link>
      </Crumb>
      <PageHeading
        title={t('operator:auditTeams')}
        lede={t('operator:auditTeamsLede')}
        action={
          <Link to={paths.operatorAudit} className={buttonClass('plain')}>
            {t('operator:audit')}
          </Link>
        }
      />
      <TeamsAudit />
    </>
  );
}

function OfOperators() {
  const { t } = useWords();
  const { t: words } = useAuditWords();
  const { team } = useSearch({ from: '/frame/operator/audit' });
  const log = useInfiniteQuery(operatorAuditQuery(usePortal(), team));
  return (
    <>
      <Crumb>
        <Link to={paths.operator}>{t('operator:title')}</Link>
      </Crumb>
      <PageHeading
        title={t('operator:audit')}
        lede={team === undefined ? t('operator:auditLede') : <code>{team}</code>}
        action={
          <Link to={paths.operatorAudit} search={{ log: OF_TEAMS }} className={buttonClass('plain')}>
            {t('operator:auditTeams')}
          </Link>
        }
      />
      <AuditLog log={log} none={words('audit:noneYet')} />
    </>
  );
}
