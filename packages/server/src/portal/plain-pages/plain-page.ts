import { type SpokenLanguage, spokenIn, spokenLanguages } from '../../kernel/http/accept-language.ts';
import { style } from './plain-style.ts';

/** Languages of the pages that need no script and no database. */
export const plainLanguages = spokenLanguages;
export type PlainLanguage = SpokenLanguage;

/** The first language of Accept-Language decides. */
export function languageOf(acceptLanguage: string | undefined): PlainLanguage {
  return spokenIn(acceptLanguage) ?? 'en';
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
<link rel="icon" href="${ICON}">
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
    'content-security-policy': plainPagePolicy(nonce, "'self'"),
    'referrer-policy': 'no-referrer',
  };
}

/**
 * The content security policy of such a page.
 * @param formAction Sources that its forms may lead to, redirects included.
 */
export function plainPagePolicy(nonce: string, formAction: string): string {
  // The icon comes with the page. Without it browsers ask for /favicon.ico, and Firefox calls that a violation.
  return `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; font-src 'self'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`;
}

/** The portal's mark: a house with its door open. */
const HOUSE = 'd="M3 9.2 11 3l8 6.2V19H3z" fill="none" stroke-width="1.7" stroke-linejoin="round"';
const DOOR = 'd="M9 19v-7.2l5.4-1.6V19z"';
const LOGO = `<svg class="logo" viewBox="0 0 22 22" width="32" height="32" aria-hidden="true"><path ${HOUSE} stroke="currentColor"/><path class="door" ${DOOR}/></svg>`;
const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22"><style>path:first-of-type{stroke:#1b1a17}@media (prefers-color-scheme:dark){path:first-of-type{stroke:#efeae0}}</style><path ${HOUSE}/><path ${DOOR} fill="#c65c30"/></svg>`,
)}`;
