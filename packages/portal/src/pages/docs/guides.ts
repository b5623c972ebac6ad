import type { Language } from '../../languages/messages.ts';
import type { Guide } from './guide.ts';

type LoadGuide = { readonly [Key in Language]: () => Promise<{ readonly guide: Guide }> };

/** Every guide by the last part of its address. The first one is what /docs shows. A guide is loaded when it is read. */
export const guides = {
  'quick-start': {
    en: () => import('./guides/quick-start.en.tsx'),
    zh: () => import('./guides/quick-start.zh.tsx'),
  },
} as const satisfies Record<string, LoadGuide>;

export type GuideName = keyof typeof guides;

export const FIRST_GUIDE: GuideName = 'quick-start';
