import { useTranslation } from 'react-i18next';
import styles from './contents.module.css';
import type { Guide } from './guide.ts';

/** The sections of a guide beside it, where the window has room. */
export function Contents({ guide }: { readonly guide: Guide }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.contents} aria-label={t('docs.onThisPage')}>
      <p>{t('docs.onThisPage')}</p>
      <ul>
        {guide.sections.map((section) => (
          <li key={section.id}>
            <a href={`#${section.id}`}>{section.title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
