import { useTranslation } from 'react-i18next';
import { languages } from '../../languages/messages.ts';
import { useLanguage } from '../../languages/use-language.ts';
import styles from './landing-page.module.css';

/** Switches to the other of the two languages, named in itself. */
export function LanguageButton() {
  const { t } = useTranslation();
  const { language, chooseLanguage } = useLanguage();
  const other = language === 'en' ? 'zh' : 'en';
  return (
    <button type="button" className={styles.link} onClick={() => chooseLanguage(other)}>
      <span className="oh-visually-hidden">{t('shell.language')}: </span>
      <span lang={other}>{languages[other]}</span>
    </button>
  );
}
