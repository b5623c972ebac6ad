import { programChinese, programEnglish } from './program-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: programEnglish, zh: programChinese } as const;

/** The translator, with what pages about a Team's programs share: `t('programs:people')`. */
export const useProgramWords = () => useLaterWords('programs', words);
