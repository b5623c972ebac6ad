import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Button } from '../../../ui/button.tsx';
import { sizeText } from '../../../ui/bytes.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { Message } from '../../../ui/message.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { RefusedTours } from '../refused-tours.tsx';
import { sameNames } from './draft.ts';
import styles from './make-tour.module.css';
import type { DraftHistory } from './use-draft.ts';
import { type Making, worksOn } from './use-making.ts';

interface TourCardProps {
  readonly history: DraftHistory;
  readonly making: Making;
  /** Whether pictures are still read: a tour that is made now would lack them. */
  readonly isReading: boolean;
}

/** Longest name that can be typed, in UTF-16 units. */
const NAME_MAX = 200;
const EDGES = ['usual', '1024', '512'] as const;

/** What the tour is called, and how far it is. */
export function TourCard({ history: { draft, change }, making, isReading }: TourCardProps) {
  const { t, i18n } = useMakingWords();
  const { state } = making;
  const lacksName = draft.name.trim() === '';
  const isBadlyNamed = sameNames(draft).size > 0 || draft.scenes.some(({ name }) => name.trim() === '');
  const lackOfNames = lacksName ? t('making:needsName') : isBadlyNamed ? t('making:needsNames') : undefined;
  const lack = lackOfNames ?? (isReading ? t('making:needsPictures') : undefined);
  const goesOn = worksOn(state.phase);
  const bundle = 'bundle' in state ? state.bundle : undefined;
  return (
    <Card title={t('making:tour')}>
      <form
        className={styles.tour}
        onSubmit={(event) => {
          event.preventDefault();
          if (lack === undefined && !goesOn) making.make(false);
        }}
      >
        <TextField
          label={t('making:tourName')}
          value={draft.name}
          maxLength={NAME_MAX}
          {...(!lacksName && { hint: t('making:tourCode', { code: making.code }) })}
          onChange={(name) => change((now) => ({ ...now, name }), 'name')}
        />
        <ChoiceField
          label={t('making:faceSize')}
          value={draft.edge === undefined ? 'usual' : (String(draft.edge) as '1024' | '512')}
          choices={EDGES.map((one) => [one, t(`making:faceSizes.${one}`)] as const)}
          onChange={(one) => change((now) => ({ ...now, edge: one === 'usual' ? undefined : Number(one) }))}
        />
        <Progress making={making} />
        {state.phase === 'too large' && (
          <Message tone="alert">
            {t('making:tooLarge', {
              size: sizeText(state.bundle.size, i18n.language),
              most: sizeText(state.mostBytes, i18n.language),
            })}
          </Message>
        )}
        {state.phase === 'cut failed' && (
          <Message tone="alert">
            {t('making:cutFailed', {
              file: state.file,
              reason: t(`making:refusal.${state.refusal.reason}`, { ...state.refusal }),
            })}
          </Message>
        )}
        {state.phase === 'refused' && <RefusedTours refused={state.refused} />}
        {state.phase === 'failed' && <FailureMessage error={state.error} tried={t('making:failed')} />}
        {lack !== undefined && <p className={styles.fact}>{lack}</p>}
        <div className={styles.actions}>
          {/* Keys: a button that became the other one under a press would do what both say. */}
          {goesOn ? (
            <Button key="stop" onClick={making.stop}>
              {t('making:stop')}
            </Button>
          ) : (
            <Button key="make" look="primary" type="submit" disabled={lack !== undefined}>
              {t('making:make')}
            </Button>
          )}
          {state.phase === 'failed' && bundle !== undefined && (
            <Button onClick={() => making.send(bundle)}>{t('making:retry')}</Button>
          )}
          {bundle !== undefined && (
            <Button onClick={() => saveFile(`${making.code}.zip`, bundle)}>{t('making:save')}</Button>
          )}
        </div>
      </form>
      {state.phase === 'taken' && (
        <ConfirmDialog
          title={t('making:replaceTitle', { name: state.name })}
          confirm={t('making:replace')}
          busy={false}
          onConfirm={() => making.make(true)}
          onClose={making.cancel}
        >
          <p>{t('making:replaceText', { code: making.code })}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Progress({ making: { state } }: { readonly making: Making }) {
  const { t, i18n } = useMakingWords();
  const size = (bytes: number) => sizeText(bytes, i18n.language);
  const label = t('making:workingLabel');
  switch (state.phase) {
    case 'cutting':
      return (
        <div>
          <p className={styles.fact}>{t('making:working', state)}</p>
          <progress className={styles.bar} aria-label={label} value={state.done} max={state.total} />
        </div>
      );
    case 'sending':
      return (
        <div>
          <p className={styles.fact}>
            {t('making:sending', { sent: size(state.sentBytes), total: size(state.totalBytes) })}
          </p>
          <progress className={styles.bar} aria-label={label} value={state.sentBytes} max={state.totalBytes} />
        </div>
      );
    case 'importing':
      return (
        <div>
          <p className={styles.fact}>{t('making:importing')}</p>
          <progress className={styles.bar} aria-label={label} />
        </div>
      );
    case 'outdated':
      return <Message tone="warning">{t('making:outdated')}</Message>;
    case 'stopped':
      return <Message tone="polite">{t('making:stopped')}</Message>;
    default:
      return null;
  }
}
