import { usageChinese, usageEnglish } from './usage-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: usageEnglish, zh: usageChinese } as const;

/** The translator, with the words of the use of apps: `t('usage:title')`. */
export const useUsageWords = () => useLaterWords('usage', words);
