import { useLaterWords } from './use-later-words.ts';
import { webhookChinese, webhookEnglish } from './webhook-words.ts';

const words = { en: webhookEnglish, zh: webhookChinese } as const;

/** The translator, with the words of webhooks: `t('webhooks:title')`. */
export const useWebhookWords = () => useLaterWords('webhooks', words);
