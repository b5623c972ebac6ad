/** Languages in which the service says something itself. */
export const spokenLanguages = ['en', 'zh'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

/** The first language of Accept-Language; undefined for one that is none of ours. */
export function spokenIn(acceptLanguage: string | undefined): SpokenLanguage | undefined {
  const [, tag = ''] = /^\s*([a-z]+)\b/i.exec(acceptLanguage ?? '') ?? [];
  return spokenLanguages.find((language) => language === tag.toLowerCase());
}
