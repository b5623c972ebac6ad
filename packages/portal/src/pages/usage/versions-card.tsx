import type { UsageOfVersion } from '@openhouse/contract';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { Card } from '../../ui/card.tsx';
import { ShareBar } from './share-bar.tsx';
import styles from './usage-page.module.css';

/** Which version of the secret the app works with. */
export function VersionsCard({ versions }: { readonly versions: readonly UsageOfVersion[] }) {
  const { t, i18n } = useUsageWords();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Card title={t('usage:versions')} note={t('usage:versionsNote')}>
      {versions.length === 0 ? (
        <p className={styles.nothing}>{t('usage:noVersions')}</p>
      ) : (
        <ul className={styles.versions}>
          {versions.map(({ version, exchanges, calls, sharePercent }) => (
            <li key={version}>
              <p className={styles.version}>
                <span>{t('secret.version', { version })}</span>
                <span>{sharePercent}%</span>
              </p>
              <ShareBar share={sharePercent / 100} tone="ok" />
              <p className={styles.words}>
                {t('usage:versionUse', {
                  calls: t('usage:versionCalls', { count: calls, number: number.format(calls) }),
                  exchanges: t('usage:versionExchanges', { count: exchanges, number: number.format(exchanges) }),
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
