import { makingChinese, makingEnglish } from './making-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: makingEnglish, zh: makingChinese } as const;

/** The translator, with the words of the page that makes a tour: `t('making:title')`. */
export const useMakingWords = () => useLaterWords('making', words);
