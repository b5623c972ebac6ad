import { operatorChinese, operatorEnglish } from '../../languages/operator-words.ts';
import { useLaterWords } from '../../languages/use-later-words.ts';

const words = { en: operatorEnglish, zh: operatorChinese } as const;

/** The translator, with the words of operators' pages: `t('operator:title')`. */
export const useWords = () => useLaterWords('operator', words);
