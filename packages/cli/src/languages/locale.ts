import type { World } from '../world.ts';

/** Whether the locale of messages is a Chinese one: the first variable that is set decides, in the order of POSIX. */
export function speaksChinese({ LC_ALL, LC_MESSAGES, LANG }: World['env']): boolean {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '');
  return /^zh(?![a-z])/i.test(locale ?? '');
}

/** Has portal and gateway say what is wrong in the person's language, too. */
export const languageHeaders = (language: World['language']): Readonly<Record<string, string>> =>
  language === undefined ? {} : { 'accept-language': language };
