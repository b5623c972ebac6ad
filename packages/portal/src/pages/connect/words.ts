import { connectChinese, connectEnglish } from '../../languages/connect-words.ts';
import { useLaterWords } from '../../languages/use-later-words.ts';

const words = { en: connectEnglish, zh: connectChinese } as const;

/** The translator, with the words of this page: `t('connect:title')`. */
export const useWords = () => useLaterWords('connect', words);
