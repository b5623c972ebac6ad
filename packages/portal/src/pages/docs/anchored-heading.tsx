import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './prose.module.css';

interface AnchoredHeadingProps {
  readonly level: 2 | 3;
  readonly id: string;
  readonly children: ReactNode;
}

/** A heading with an address of its own; the mark beside it is the link. */
export function AnchoredHeading({ level, id, children }: AnchoredHeadingProps) {
  const { t } = useTranslation();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Heading id={id} className={styles.heading}>
      {children}
      <a href={`#${id}`} className={styles.anchor} aria-label={t('docs.linkTo')}>
        #
      </a>
    </Heading>
  );
}
