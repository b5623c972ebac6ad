import type { AppRequest } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { SlotHead } from './slot-head.tsx';
import styles from './slots.module.css';

/** Steps of creating an app, in order; the one a request is at is under way. */
const steps = ['saved', 'creating', 'trial'] as const;

/** A slot that is taken by an app on its way. */
export function RequestSlot({ request }: { readonly request: AppRequest }) {
  const { t } = useTranslation();
  return (
    <article className={styles.app}>
      <SlotHead number={request.slot} door="ajar" status={<Status tone="warn">{t('apps.beingCreated')}</Status>} />
      <h2>{request.name}</h2>
      <ol className={styles.steps}>
        {steps.map((step) => {
          const at = step === 'saved' ? 'done' : step === 'creating' ? 'now' : 'later';
          return (
            <li key={step} className={styles[at]} aria-current={at === 'now' ? 'step' : undefined}>
              <span className={styles.tick}>{at === 'done' && <CheckIcon size={11} stroke={3} />}</span>
              {t(`apps.step.${step}`)}
            </li>
          );
        })}
      </ol>
      <p className={styles.foot}>
        <span>
          {t('apps.started')} <Moment iso={request.requestedAt} />
        </span>
        <span>{t('apps.usually')}</span>
      </p>
    </article>
  );
}
