import { useTranslation } from 'react-i18next';
import styles from './copied.module.css';

interface CopiedProps {
  readonly said: 'copied' | 'notCopied' | undefined;
  /** That it was copied: read out, for a tick shows it. */
  readonly copied: string;
}

/** What became of a copy. */
export function Copied({ said, copied }: CopiedProps) {
  const { t } = useTranslation();
  return (
    <span className={said === 'notCopied' ? styles.refused : 'oh-visually-hidden'} role="status">
      {said === 'copied' ? copied : said === 'notCopied' && t('common.notCopied')}
    </span>
  );
}
