import { firstChinese, firstEnglish } from './first-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: firstEnglish, zh: firstChinese } as const;

/** The translator, with the words of a Team's first steps: `t('first:title')`. */
export const useFirstWords = () => useLaterWords('first', words);
