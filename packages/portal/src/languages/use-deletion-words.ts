import { deletionChinese, deletionEnglish } from './deletion-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: deletionEnglish, zh: deletionChinese } as const;

/** The translator, with the words of a Team's deletion: `t('deletion:keep')`. */
export const useDeletionWords = () => useLaterWords('deletion', words);
