import { authorizeChinese, authorizeEnglish } from '../../languages/authorize-words.ts';
import { useLaterWords } from '../../languages/use-later-words.ts';

const words = { en: authorizeEnglish, zh: authorizeChinese } as const;

/** The translator, with the words of this page: `t('authorize:title')`. */
export const useWords = () => useLaterWords('authorize', words);
