import { tourChinese, tourEnglish } from './tour-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: tourEnglish, zh: tourChinese } as const;

/** The translator, with the words of links and the element: `t('tour:copyLink')`. */
export const useTourWords = () => useLaterWords('tour', words);
