import { shareChinese, shareEnglish } from './share-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: shareEnglish, zh: shareChinese } as const;

/** The translator, with the words of links and the element: `t('share:copyLink')`. */
export const useShareWords = () => useLaterWords('share', words);
