import { useState } from 'react';
import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Message } from '../../../ui/message.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { LeftTour } from './draft-store.ts';
import { listed } from './listed.ts';
import styles from './make-tour.module.css';
import type { Keeping } from './open-keeper.ts';
import type { KeptDrafts } from './use-kept-draft.ts';

/** Tours that were left unfinished in this browser. */
export function LeftTours({ kept: { left, goOn, remove } }: { readonly kept: KeptDrafts }) {
  const { t } = useMakingWords();
  const [leaving, setLeaving] = useState<LeftTour>();
  if (left.length === 0) return null;
  const nameOf = ({ name }: LeftTour) => name || t('making:nameless');
  return (
    <div className={styles.section}>
      <Card title={t('making:leftTitle')} note={t('making:leftNote')}>
        <ul className={styles.list}>
          {left.map((tour) => (
            <li key={tour.id} className={styles.row}>
              <div className={styles.words}>
                <p>{nameOf(tour)}</p>
                <p className={styles.fact}>
                  {t('making:pictureCount', { count: tour.count })} · <Moment iso={tour.changedAt} />
                </p>
              </div>
              <div className={styles.actions}>
                <Button size="small" onClick={() => void goOn(tour.id)}>
                  {t('making:goOn')}
                </Button>
                <Button
                  size="small"
                  label={t('making:deleteTour', { name: nameOf(tour) })}
                  onClick={() => setLeaving(tour)}
                >
                  {t('making:delete')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      {leaving !== undefined && (
        <ConfirmDialog
          title={t('making:deleteTitle', { name: nameOf(leaving) })}
          confirm={t('making:delete')}
          busy={false}
          onConfirm={() => {
            void remove(leaving.id);
            setLeaving(undefined);
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>{t('making:deleteText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Says that closing the page would lose work. */
export function NotKept({ keeping }: { readonly keeping: Keeping }) {
  const { t, i18n } = useMakingWords();
  if (keeping.state === 'off') return <Message tone="warning">{t('making:keepsNothing')}</Message>;
  if (keeping.state === 'full') return <Message tone="warning">{t('making:fullForChanges')}</Message>;
  if (keeping.state !== 'partly') return null;
  const warning = (words: 'making:full' | 'making:filesGone', files: readonly string[]) =>
    files.length > 0 && <Message tone="warning">{t(words, { files: listed(files, i18n.language) })}</Message>;
  return (
    <>
      {warning('making:full', keeping.full)}
      {warning('making:filesGone', keeping.gone)}
    </>
  );
}
