import {
  INVITATION_DAYS,
  SECRET_VISIBLE_S,
  SESSION_DAYS,
  TOUR_UPLOAD_MAX_BYTES,
  TRIAL_DAYS,
} from '@openhouse/contract';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { en } from './en.ts';
import type { Language, Messages } from './messages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    returnNull: false;
    resources: { translation: typeof en };
  }
}

/** A page loads the one language it shows. */
const loadMessages: { readonly [Key in Language]: () => Promise<Messages> } = {
  en: async () => (await import('./en.ts')).en,
  zh: async () => (await import('./zh.ts')).zh,
};

/** Limits that messages state in either language. */
const limits = {
  trialDays: TRIAL_DAYS,
  invitationDays: INVITATION_DAYS,
  sessionDays: SESSION_DAYS,
  secretSeconds: SECRET_VISIBLE_S,
  uploadMebibytes: TOUR_UPLOAD_MAX_BYTES / (1024 * 1024),
};

/** @returns The translator of a page, ready in one language; no other language stands in for a missing message. */
export async function startLanguages(language: Language): Promise<i18n> {
  const translator = i18next.createInstance();
  await translator.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await loadMessages[language]() } },
    // React escapes what it shows.
    interpolation: { escapeValue: false, defaultVariables: limits },
  });
  // While developing (`npm run dev`), changed words show without a reload; a build has no import.meta.hot.
  import.meta.hot?.accept(['./en.ts', './zh.ts'], ([english, chinese]) => {
    if (english !== undefined) translator.addResourceBundle('en', 'translation', english.en);
    if (chinese !== undefined) translator.addResourceBundle('zh', 'translation', chinese.zh);
    void translator.changeLanguage(translator.language);
  });
  return translator;
}

/** Shows the page in another language, loading it first. */
export async function changeLanguage(translator: i18n, language: Language): Promise<void> {
  if (!translator.hasResourceBundle(language, 'translation')) {
    translator.addResourceBundle(language, 'translation', await loadMessages[language]());
  }
  await translator.changeLanguage(language);
}
