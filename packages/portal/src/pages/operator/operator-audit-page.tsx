import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { useAuditWords } from '../../languages/use-audit-words.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AuditLog } from './audit-log.tsx';
import { operatorAuditQuery } from './operator-queries.ts';
import { TeamsAudit } from './teams-audit.tsx';
import { useWords } from './words.ts';

/** What operators did, to whom and why; and the logs of all Teams. */
export function OperatorAuditPage() {
  const { t } = useWords();
  const [ofTeams, setOfTeams] = useState(false);
  if (!ofTeams) return <OfOperators onTeams={() => setOfTeams(true)} />;
  return (
    <>
      <Crumb>
        <Link to={paths.operator}>{t('operator:title')}</Link>
      </Crumb>
      <PageHeading
        title={t('operator:auditTeams')}
        lede={t('operator:auditTeamsLede')}
        action={<Button onClick={() => setOfTeams(false)}>{t('operator:audit')}</Button>}
      />
      <TeamsAudit />
    </>
  );
}

function OfOperators({ onTeams }: { readonly onTeams: () => void }) {
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
        action={<Button onClick={onTeams}>{t('operator:auditTeams')}</Button>}
      />
      <AuditLog log={log} none={words('audit:noneYet')} />
    </>
  );
}
