import { INVITATION_DAYS, SECRET_VISIBLE_S, SESSION_DAYS, TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { auditEnglish } from './audit-words.ts';
import type { authorizeEnglish } from './authorize-words.ts';
import type { connectEnglish } from './connect-words.ts';
import type { consoleEnglish } from './console-words.ts';
import type { credentialEnglish } from './credential-words.ts';
import type { deletionEnglish } from './deletion-words.ts';
import type { en } from './en.ts';
import type { explanationEnglish } from './explanation-words.ts';
import type { firstEnglish } from './first-words.ts';
import type { importEnglish } from './import-words.ts';
import type { invitationEnglish } from './invitation-words.ts';
import type { joinEnglish } from './join-words.ts';
import type { landingEnglish } from './landing-words.ts';
import type { makingEnglish } from './making-words.ts';
import type { Language, Messages } from './messages.ts';
import type { noteEnglish } from './note-words.ts';
import type { operatorEnglish } from './operator-words.ts';
import type { planEnglish } from './plan-words.ts';
import type { programEnglish } from './program-words.ts';
import type { secretEnglish } from './secret-words.ts';
import type { settingsEnglish } from './settings-words.ts';
import type { tourEnglish } from './tour-words.ts';
import type { usageEnglish } from './usage-words.ts';
import type { warningEnglish } from './warning-words.ts';
import type { webhookEnglish } from './webhook-words.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    returnNull: false;
    resources: {
      translation: typeof en;
      audit: typeof auditEnglish;
      authorize: typeof authorizeEnglish;
      connect: typeof connectEnglish;
      credentials: typeof credentialEnglish;
      deletion: typeof deletionEnglish;
      explanation: typeof explanationEnglish;
      first: typeof firstEnglish;
      invitation: typeof invitationEnglish;
      imports: typeof importEnglish;
      join: typeof joinEnglish;
      console: typeof consoleEnglish;
      making: typeof makingEnglish;
      landing: typeof landingEnglish;
      note: typeof noteEnglish;
      operator: typeof operatorEnglish;
      plan: typeof planEnglish;
      programs: typeof programEnglish;
      secrets: typeof secretEnglish;
      settings: typeof settingsEnglish;
      tour: typeof tourEnglish;
      usage: typeof usageEnglish;
      warnings: typeof warningEnglish;
      webhooks: typeof webhookEnglish;
    };
  }
}

/** A page loads the one language it shows. */
const loadMessages: { readonly [Key in Language]: () => Promise<Messages> } = {
  en: async () => (await import('./en.ts')).en,
  zh: async () => (await import('./zh.ts')).zh,
};

/** Limits that messages state in either language. */
const limits = {
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
