import { secretChinese, secretEnglish } from './secret-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: secretEnglish, zh: secretChinese } as const;

/** The translator, with the words of an app's secret: `t('secrets:title')`. */
export const useSecretWords = () => useLaterWords('secrets', words);
