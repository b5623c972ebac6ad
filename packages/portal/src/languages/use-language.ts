import { useTranslation } from 'react-i18next';
import { keepLanguage } from './language-preference.ts';
import { type Language, languageOf } from './messages.ts';
import { changeLanguage } from './start-languages.ts';

/** The page's language, and the way to choose another one. */
export function useLanguage(): { readonly language: Language; readonly chooseLanguage: (language: Language) => void } {
  const { i18n } = useTranslation();
  return {
    language: languageOf(i18n.language),
    chooseLanguage: (language) => {
      keepLanguage(document, language);
      // Its words are gone where a newer version was deployed since: the page is loaded anew, in the chosen language.
      void changeLanguage(i18n, language).catch(() => navigator.onLine && window.location.reload());
    },
  };
}
