import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './page-heading.module.css';

interface PageHeadingProps {
  readonly title: string;
  readonly lede?: ReactNode;
  /** What one does on this page, at the right of a wide window. */
  readonly action?: ReactNode;
}

/** The page's one h1, with its title in the window's bar. It can take focus: the shell moves it here on arrival. */
export function PageHeading({ title, lede, action }: PageHeadingProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The shell found no heading on arrival and waits at the content.
    if (document.activeElement?.localName === 'main') heading.current?.focus();
  }, []);
  return (
    <div className={styles.heading}>
      <title>{t('titles.suffix', { page: title })}</title>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lede !== undefined && <p className={styles.lede}>{lede}</p>}
      </div>
      {action}
    </div>
  );
}
