import { credentialChinese, credentialEnglish } from './credential-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: credentialEnglish, zh: credentialChinese } as const;

/** The translator, with the words of credentials of a Team: `t('credentials:title')`. */
export const useCredentialWords = () => useLaterWords('credentials', words);
