import { consoleChinese, consoleEnglish } from './console-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: consoleEnglish, zh: consoleChinese } as const;

/** The translator, with the words of the console: `t('console:title')`. */
export const useConsoleWords = () => useLaterWords('console', words);
