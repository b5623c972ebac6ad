import { type NoticeWords, noticesInChinese } from '@openhouse/contract/notices';
import type { Language } from '../../languages/messages.ts';
import { useLanguage } from '../../languages/use-language.ts';

const noticeWords: { readonly [Key in Language]: NoticeWords | undefined } = { en: undefined, zh: noticesInChinese };

/** Words for what an import says, in the page's language; undefined in English, where the import's own words are shown. */
export function useNoticeWords(): NoticeWords | undefined {
  return noticeWords[useLanguage().language];
}
