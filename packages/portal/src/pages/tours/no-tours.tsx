import type { Team } from '@openhouse/contract';
import { useAddSampleTour } from '../../api/use-add-sample-tour.ts';
import { useFirstWords } from '../../languages/use-first-words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import styles from './no-tours.module.css';

/** What a tour is made of, where there is none yet, and a sample for who has none at hand. */
export function NoTours({ team }: { readonly team: Team }) {
  const { t } = useFirstWords();
  const sample = useAddSampleTour(team.id);
  return (
    <section className={styles.empty}>
      <h2>{t('first:noTours')}</h2>
      {team.role === 'viewer' ? (
        <p>{t('first:noToursViewer')}</p>
      ) : (
        <>
          <p>{t('first:bundle')}</p>
          <ol>
            <li>{t('first:bundleStep1')}</li>
            <li>{t('first:bundleStep2')}</li>
            <li>{t('first:bundleStep3')}</li>
          </ol>
          <p>{t('first:sample')}</p>
          <div>
            <Button busy={sample.isPending} onClick={() => sample.mutate()}>
              {t('first:addSample')}
            </Button>
          </div>
          {sample.error !== null && <FailureMessage error={sample.error} tried={t('problems.actionFailed')} />}
        </>
      )}
    </section>
  );
}
