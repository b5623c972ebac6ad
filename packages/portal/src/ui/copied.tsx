import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './copied.module.css';

interface CopiedProps {
  readonly said: 'copied' | 'notCopied' | undefined;
  /** That it was copied: read out, for a tick shows it. */
  readonly copied: string;
  /** The button that copies. */
  readonly children: ReactNode;
}

/** A button that copies, with what became of it. */
export function Copied({ said, copied, children }: CopiedProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.place}>
      {children}
      <span className={said === 'notCopied' ? styles.refused : 'oh-visually-hidden'} role="status">
        {said === 'copied' ? copied : said === 'notCopied' && t('common.notCopied')}
      </span>
    </span>
  );
}
