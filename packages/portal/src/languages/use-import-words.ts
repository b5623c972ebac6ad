import { importChinese, importEnglish } from './import-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: importEnglish, zh: importChinese } as const;

/** The translator, with the words of imports: `t('imports:uploads')`. */
export const useImportWords = () => useLaterWords('imports', words);
