import type { Usage } from '@openhouse/contract';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { Card } from '../../ui/card.tsx';
import { ShareBar } from './share-bar.tsx';
import styles from './usage-page.module.css';
import { spanWords } from './words.ts';

/** From this share of the limit on, the busiest minute is worth a look. */
const NEAR = 0.75;

/** How close the busiest minute came to the limit of the app. */
export function LimitCard({ limit }: { readonly limit: Usage['limit'] }) {
  const { t, i18n } = useUsageWords();
  const { perMinute, peak, refused } = limit;
  const number = new Intl.NumberFormat(i18n.language);
  const share = perMinute === null || peak === null ? 0 : peak.calls / perMinute;
  const words = refused > 0 ? 'reached' : share > 1 ? 'above' : share >= NEAR ? 'near' : 'wide';
  return (
    <Card title={t('usage:limit')} note={t('usage:limitNote')}>
      <div className={styles.figure}>
        <p className={styles.number}>
          {number.format(peak?.calls ?? 0)}
          <span>
            {perMinute === null ? t('usage:noLimit') : t('usage:ofLimit', { limit: number.format(perMinute) })}
          </span>
        </p>
        {perMinute !== null && (
          <ShareBar
            share={share}
            tone={words === 'reached' ? 'bad' : words === 'near' || words === 'above' ? 'warn' : 'ok'}
          />
        )}
        <p className={styles.words}>
          {peak !== null && (
            <span>{t('usage:peakAt', { when: spanWords(Date.parse(peak.at) / 1000, 60, i18n.language) })}</span>
          )}{' '}
          {perMinute !== null && t(`usage:head.${words}`, { count: refused })}
        </p>
      </div>
    </Card>
  );
}
