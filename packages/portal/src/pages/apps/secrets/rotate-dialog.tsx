import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { afterDays } from '../../../api/after-days.ts';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useSecretWords } from '../../../languages/use-secret-words.ts';
import { useSettingsWords } from '../../../languages/use-settings-words.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { secretsQuery } from '../app-queries.ts';
import styles from './rotate-dialog.module.css';

/** Overlaps to choose from, in hours; 0 ends the old version at once. */
const OVERLAPS_HOURS = [24, 1, 168, 0] as const;

/** Days after which a new version ends. */
const ENDS_IN = ['never', '30', '90', '365'] as const;

interface Ends {
  readonly endsIn: (typeof ENDS_IN)[number];
  readonly endsAt?: string;
}

interface RotateDialogProps {
  readonly appKey: string;
  readonly teamId: string;
  /** Goes on to see the new version. */
  readonly onReveal: (version: number) => void;
  readonly onClose: () => void;
}

/** Leads through a rotation: how long both versions work, then what to do with the new one. */
export function RotateDialog({ appKey, teamId, onReveal, onClose }: RotateDialogProps) {
  const { t } = useSecretWords();
  const { t: words } = useSettingsWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [overlapHours, setOverlap] = useState<number>(OVERLAPS_HOURS[0]);
  const [{ endsIn, ...ends }, setEnds] = useState<Ends>({ endsIn: 'never' });
  const rotation = useAction({
    act: ({ signal, key }, body: { readonly overlapHours: number; readonly endsAt?: string }) =>
      portal.call('rotate-secret', { params: { app_key: appKey }, body }, signal, key),
    onSuccess: ({ secrets }) => queries.setQueryData(secretsQuery(portal, teamId, appKey).queryKey, secrets),
  });
  const newest = rotation.data === undefined ? undefined : Math.max(...rotation.data.secrets.map((one) => one.version));

  if (newest !== undefined) {
    return (
      <Dialog title={t('secrets:rotatedTitle', { version: newest })} onClose={onClose}>
        <ol className={styles.next}>
          <li>{t('secrets:nextReveal', { version: newest })}</li>
          <li>{t('secrets:nextDeploy')}</li>
          <li>{t(overlapHours === 0 ? 'secrets:nextGone' : 'secrets:nextRetire')}</li>
        </ol>
        <DialogActions>
          <Button onClick={onClose}>{t('secrets:later')}</Button>
          <Button look="primary" onClick={() => onReveal(newest)}>
            {t('secrets:revealNew', { version: newest })}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('secrets:rotateTitle')} onClose={onClose}>
      <p>{t('secrets:rotateText')}</p>
      <fieldset className={styles.overlaps}>
        <legend>{t('secrets:overlap')}</legend>
        {OVERLAPS_HOURS.map((hours) => (
          <label key={hours} className={styles.overlap}>
            <input type="radio" name="overlap" checked={hours === overlapHours} onChange={() => setOverlap(hours)} />
            <span>
              <strong>{t(`secrets:overlap${hours}`)}</strong>
              <span>{t(`secrets:overlapWhy${hours}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={styles.ends}>
        <ChoiceField
          label={words('settings:secretEnds')}
          value={endsIn}
          choices={ENDS_IN.map((one) => [
            one,
            one === 'never' ? words('settings:secretEndsNever') : words('settings:secretEndsIn', { days: one }),
          ])}
          onChange={(one) =>
            setEnds(one === 'never' ? { endsIn: one } : { endsIn: one, endsAt: afterDays(Number(one)) })
          }
        />
      </div>
      {rotation.error && <FailureMessage error={rotation.error} tried={t('problems.actionFailed')} />}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" busy={rotation.isPending} onClick={() => rotation.mutate({ overlapHours, ...ends })}>
          {t('secrets:rotateConfirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
