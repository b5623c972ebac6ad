import { auditChinese, auditEnglish } from './audit-words.ts';
import { useLaterWords } from './use-later-words.ts';

const words = { en: auditEnglish, zh: auditChinese } as const;

/** The translator, with the words of audit logs: `t('audit:when')`. */
export const useAuditWords = () => useLaterWords('audit', words);
