import type { Team, Warning } from '@openhouse/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DataOfCall } from '../../../api/portal-calls.ts';
import { portalClock } from '../../../api/portal-clock.ts';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useLaterWords } from '../../../languages/use-later-words.ts';
import { warningChinese, warningEnglish } from '../../../languages/warning-words.ts';
import { paths } from '../../../shell/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { sizeText } from '../../../ui/bytes.ts';
import { Card } from '../../../ui/card.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { relativeTime } from '../../../ui/time.ts';
import styles from './warnings.module.css';

const words = { en: warningEnglish, zh: warningChinese } as const;

type Listed = DataOfCall<'list-warnings'>;

/** What the Team is warned of; nothing where there is nothing, or where it cannot be read: no page waits for it. */
export function Warnings({ team }: { readonly team: Team }) {
  const { t } = useLaterWords('warnings', words);
  const portal = usePortal();
  const queryKey = ['team', team.id, 'warnings'];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => portal.call('list-warnings', {}, signal) });
  const change = useChangeList(queryKey);
  const mails = useAction({
    act: ({ signal, key }, wanted: boolean) => portal.call('set-warning-mail', { body: { wanted } }, signal, key),
    onSuccess: ({ byMail }) => change((all) => ({ ...all, byMail })),
    outlives: true,
  });
  if (data === undefined || data.warnings.length === 0) return null;
  return (
    <div className={styles.warnings}>
      <Card title={t('warnings:title')} note={t('warnings:note')}>
        <ul className={styles.list}>
          {data.warnings.map((warning) => (
            <OneWarning key={warning.id} warning={warning} queryKey={queryKey} />
          ))}
        </ul>
        {team.role === 'owner' && (
          <p className={styles.mails}>
            <span>{t(data.byMail ? 'warnings:byMail' : 'warnings:noMail')}</span>
            <Button size="small" busy={mails.isPending} onClick={() => mails.mutate(!data.byMail)}>
              {t(data.byMail ? 'warnings:stopMail' : 'warnings:startMail')}
            </Button>
          </p>
        )}
        {mails.error && (
          <div className={styles.failure}>
            <FailureMessage error={mails.error} tried={t('problems.actionFailed')} />
          </div>
        )}
      </Card>
    </div>
  );
}

/** @returns Changes the list as it is by then: another action may have changed it since this one began. */
function useChangeList(queryKey: readonly string[]) {
  const queries = useQueryClient();
  return async (change: (all: Listed) => Listed) => {
    // What is being read may have been answered before the change.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<Listed>(queryKey, (all) => all && change(all));
  };
}

interface OneWarningProps {
  readonly warning: Warning;
  /** Of the list that it is in. */
  readonly queryKey: readonly string[];
}

function OneWarning({ warning, queryKey }: OneWarningProps) {
  const { t, i18n } = useLaterWords('warnings', words);
  const portal = usePortal();
  const queries = useQueryClient();
  const change = useChangeList(queryKey);
  const { id } = warning;
  const dismissal = useAction({
    act: ({ signal, key }) => portal.call('dismiss-warning', { params: { id }, body: {} }, signal, key),
    onSuccess: () => change((all) => ({ ...all, warnings: all.warnings.filter((one) => one.id !== id) })),
    onError: () => queries.invalidateQueries({ queryKey }),
    outlives: true,
  });
  const { kind, app, endsAt, secretVersion, used, of, leak } = warning;
  const amount = (count: number | null) =>
    kind === 'storage' ? sizeText(count ?? 0, i18n.language) : (count ?? 0).toLocaleString(i18n.language);
  const text = t(`warnings:said.${kind}`, {
    app: app?.name ?? '',
    version: secretVersion ?? 0,
    when: endsAt === null ? '' : relativeTime(Date.parse(endsAt), portalClock.nowMs(), i18n.language),
    used: amount(used),
    of: amount(of),
  });
  return (
    <li>
      <div>
        <p>{text}</p>
        {leak !== null && leak.url !== '' && <p>{t('warnings:leakedAt', { url: leak.url })}</p>}
        <p className={styles.remedy}>
          {leak?.retired === true ? t('warnings:leakRetired') : t(`warnings:remedy.${kind}`)}{' '}
          {app === null ? (
            (kind === 'tours' || kind === 'storage' || kind === 'files') && (
              <Link to={paths.tours}>{t('warnings:toTours')}</Link>
            )
          ) : (
            <Link to={paths.app} params={{ appKey: app.appKey }}>
              {t('warnings:toApp')}
            </Link>
          )}
        </p>
        {dismissal.error && (
          <div className={styles.failed}>
            <FailureMessage error={dismissal.error} tried={t('problems.actionFailed')} />
          </div>
        )}
      </div>
      <IconButton label={t('warnings:dismiss', { text })} onClick={() => dismissal.mutate()}>
        <CloseIcon size={16} />
      </IconButton>
    </li>
  );
}
