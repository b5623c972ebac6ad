import { invitationChinese, invitationEnglish } from './invitation-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: invitationEnglish, zh: invitationChinese } as const;

/** The translator, with the words of invitations by mail: `t('invitation:noMail')`. */
export const useInvitationWords = () => useLaterWords('invitation', words);
