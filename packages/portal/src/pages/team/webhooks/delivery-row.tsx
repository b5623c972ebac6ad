import type { WebhookDelivery } from '@openhouse/contract';
import { useWebhookWords } from '../../../languages/use-webhook-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { wholeTime } from '../../../ui/time.ts';
import styles from './delivery-row.module.css';

const tones = { waiting: 'warn', delivered: 'ok', 'given-up': 'idle' } as const;

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly mayResend: boolean;
  readonly busy: boolean;
  readonly onResend: () => void;
}

/** One delivery: event, time, outcome and body. */
export function DeliveryRow({ delivery, mayResend, busy, onResend }: DeliveryRowProps) {
  const { t, i18n } = useWebhookWords();
  const { type, at, state, attempts, nextTryAt, status, problem } = delivery;
  const when = wholeTime(at, i18n.language);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.what}>
          <code>{type}</code>
          <Status tone={tones[state]}>{t(`webhooks:deliveryState.${state}`)}</Status>
        </p>
        <p className={styles.facts}>
          <time dateTime={at}>{when}</time>
          {attempts > 0 && <span>{t('webhooks:tries', { count: attempts })}</span>}
          {status !== null && <code>{`HTTP ${status}`}</code>}
          {nextTryAt !== null && attempts > 0 && (
            <span>
              {t('webhooks:nextTry')} <Moment iso={nextTryAt} />
            </span>
          )}
        </p>
        {problem !== null && <p className={styles.problem}>{t(`webhooks:problem.${problem}`)}</p>}
      </div>
      {mayResend && (
        <Button size="small" busy={busy} label={t('webhooks:resendOf', { event: type, when })} onClick={onResend}>
          {t('webhooks:resend')}
        </Button>
      )}
      <details className={styles.sent}>
        <summary>{t('webhooks:sent')}</summary>
        <pre>{`webhook-id: ${delivery.eventId}\n\n${delivery.body}`}</pre>
      </details>
    </li>
  );
}
