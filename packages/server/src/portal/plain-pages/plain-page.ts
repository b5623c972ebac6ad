import { style } from './plain-style.ts';

/** Languages of the pages that need no script and no database. */
export const plainLanguages = ['en', 'zh'] as const;
export type PlainLanguage = (typeof plainLanguages)[number];

/** The first language of Accept-Language decides. */
export function languageOf(acceptLanguage: string | undefined): PlainLanguage {
  return spokenIn(acceptLanguage) ?? 'en';
}

/** The first language of Accept-Language; undefined for one that is none of ours. */
export function spokenIn(acceptLanguage: string | undefined): PlainLanguage | undefined {
  const [, tag = ''] = /^\s*([a-z]+)\b/i.exec(acceptLanguage ?? '') ?? [];
  return plainLanguages.find((language) => language === tag.toLowerCase());
}

/** A page without a script, from the server as it is. @param title, main HTML, escaped by the caller. */
export function plainPage(language: PlainLanguage, nonce: string, title: string, main: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body><main>${LOGO}${main}</main></body>
</html>
`;
}

/** Headers of such a page of the portal. */
export function plainPageHeaders(nonce: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
  };
}

/** The portal's mark: a house with its door open. */
const LOGO = `<svg class="logo" viewBox="0 0 22 22" width="32" height="32" aria-hidden="true"><path d="M3 9.2 11 3l8 6.2V19H3z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/><path class="door" d="M9 19v-7.2l5.4-1.6V19z"/></svg>`;
