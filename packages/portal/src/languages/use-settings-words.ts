import { settingsChinese, settingsEnglish } from './settings-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: settingsEnglish, zh: settingsChinese } as const;

/** The translator, with the words of what is set of an app: `t('settings:title')`. */
export const useSettingsWords = () => useLaterWords('settings', words);
