import { useTranslation } from 'react-i18next';
import { keepLanguage } from './language-preference.ts';
import type { Language } from './messages.ts';
import { changeLanguage } from './start-languages.ts';

/** The page's language, and the way to choose another one. */
export function useLanguage(): { readonly language: Language; readonly chooseLanguage: (language: Language) => void } {
  const { i18n } = useTranslation();
  return {
    language: i18n.language === 'zh' ? 'zh' : 'en',
    chooseLanguage: (language) => {
      void changeLanguage(i18n, language).then(() => keepLanguage(document, localStorage, language));
    },
  };
}
