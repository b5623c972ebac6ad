import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { listed } from './listed.ts';
import styles from './make-tour.module.css';
import type { FileRefusal, RefusedFile } from './use-pictures.ts';

interface RefusedFilesProps {
  readonly refused: readonly RefusedFile[];
  readonly onDismiss: (id: string) => void;
}

/** Files that are no viewpoints, each with the reason. */
export function RefusedFiles({ refused, onDismiss }: RefusedFilesProps) {
  const { t, i18n } = useMakingWords();
  const wordsOf = (refusal: FileRefusal) => {
    if (refusal.reason === 'lacking') {
      const missing = refusal.missing.map((face) => t(`making:face.${face}`));
      return t('making:refusal.lacking', { missing: listed(missing, i18n.language) });
    }
    if (refusal.reason === 'twice') {
      const set = refusal.set || t('making:namelessSet');
      return t('making:refusal.twice', { other: refusal.other, face: t(`making:face.${refusal.face}`), set });
    }
    return t(`making:refusal.${refusal.reason}`, { ...refusal });
  };
  if (refused.length === 0) return null;
  return (
    <div className={styles.section} role="alert">
      <Card title={t('making:refusedTitle')}>
        <ul className={styles.list}>
          {refused.map(({ id, name, refusal }) => (
            <li key={id} className={styles.refused}>
              <p>
                <strong>{name || t('making:namelessSet')}</strong> {wordsOf(refusal)}
              </p>
              <IconButton
                label={`${t('making:dismiss')}: ${name || t('making:namelessSet')}`}
                onClick={() => onDismiss(id)}
              >
                <CloseIcon size={15} />
              </IconButton>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
