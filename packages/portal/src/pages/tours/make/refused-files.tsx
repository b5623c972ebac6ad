import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import styles from './make-tour.module.css';
import type { RefusedFile } from './use-pictures.ts';

interface RefusedFilesProps {
  readonly refused: readonly RefusedFile[];
  readonly onDismiss: (id: string) => void;
}

/** Files that are no viewpoints, each with the reason. */
export function RefusedFiles({ refused, onDismiss }: RefusedFilesProps) {
  const { t } = useMakingWords();
  if (refused.length === 0) return null;
  return (
    <div className={styles.section} role="alert">
      <Card title={t('making:refusedTitle')}>
        <ul className={styles.list}>
          {refused.map(({ id, file, refusal }) => (
            <li key={id} className={styles.refused}>
              <p>
                <strong>{file.name}</strong> {t(`making:refusal.${refusal.reason}`, { ...refusal })}
              </p>
              <IconButton label={`${t('making:dismiss')}: ${file.name}`} onClick={() => onDismiss(id)}>
                <CloseIcon size={15} />
              </IconButton>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
