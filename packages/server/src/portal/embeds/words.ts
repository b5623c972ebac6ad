import type { PlainLanguage } from '../plain-pages/plain-page.ts';

/** What is said where no tour is shown, whatever the reason. */
export const embedWords: Readonly<Record<PlainLanguage, { readonly title: string; readonly lede: string }>> = {
  en: {
    title: 'No tour is shown here',
    lede: 'The address is wrong, or whoever made the tour public has ended that. Ask whoever gave you the address.',
  },
  zh: {
    title: '此处没有可以显示的空间',
    lede: '地址有误，或者公开此空间的人已停止公开。请询问给您地址的人。',
  },
};
