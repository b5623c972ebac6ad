import type { Language } from '../../languages/messages.ts';
import type { NoticeWords } from '../../languages/notice-words.ts';
import { words as chinese } from '../../languages/notice-words.zh.ts';
import { useLanguage } from '../../languages/use-language.ts';

const noticeWords: { readonly [Key in Language]: NoticeWords | undefined } = { en: undefined, zh: chinese };

/** Words for what an import says, in the page's language; undefined in English, where the import's own words are shown. */
export function useNoticeWords(): NoticeWords | undefined {
  return noticeWords[useLanguage().language];
}
