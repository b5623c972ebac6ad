import { escapeHtml } from '../../../kernel/http/escape-html.ts';
import type { OfferedAccount } from './accounts.ts';
import { style } from './style.ts';
import { type Language, words } from './words.ts';

/** What the portal sent the browser with, repeated by the form. */
export interface SignInRequest {
  readonly source: string;
  readonly source_verify: string;
  readonly redirect: string;
}

/** What was typed and refused. */
export interface RefusedEntry {
  readonly name: string;
  readonly email: string;
}

/** The sign-in page: the offered accounts as one button each, and a form for somebody new. It has no script. */
export function signInPage(
  language: Language,
  offered: readonly OfferedAccount[],
  nonce: string,
  request: SignInRequest,
  refused: RefusedEntry | undefined,
): string {
  const text = words[language];
  const hidden = Object.entries(request)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const accounts = offered.map(
    ({ name, email, role }) => `
      <li><form method="post" action="/">${hidden}<input type="hidden" name="email" value="${escapeHtml(email)}">
        <button class="account" type="submit">
          <span class="portrait" aria-hidden="true">${escapeHtml([...name][0] ?? '')}</span>
          <span class="who"><span class="name">${escapeHtml(name)}</span><span class="meta">${escapeHtml(email)}</span></span>
          <span class="role">${text.roles[role ?? 'none']}</span>
        </button></form></li>`,
  );
  const warning = refused === undefined ? '' : `<p class="warning" role="alert" id="refused">${text.badEmail}</p>`;
  const described = refused === undefined ? '' : ' aria-invalid="true" aria-describedby="refused" autofocus';
  return document(
    language,
    nonce,
    text.title,
    `<p class="tag">${text.development}</p>
    <h1>${text.title}</h1>
    <p class="lede">${text.lede}</p>
    <h2>${text.choose}</h2>
    <ul>${accounts.join('')}</ul>
    <h2>${text.other}</h2>
    <form class="new" method="post" action="/" novalidate>${hidden}
      <label for="name">${text.name}</label>
      <input id="name" name="name" autocomplete="name" maxlength="128" value="${escapeHtml(refused?.name ?? '')}">
      <label for="email">${text.email}</label>
      <input id="email" name="email" type="email" autocomplete="email" maxlength="320" required value="${escapeHtml(refused?.email ?? '')}"${described}>
      ${warning}
      <button class="primary" type="submit">${text.submit}</button>
    </form>`,
  );
}

/** Shown to a browser that the portal did not send, or sent too long ago. */
export function strayPage(language: Language, nonce: string, portalUrl: string): string {
  const text = words[language];
  return document(
    language,
    nonce,
    text.stray,
    `<p class="tag">${text.development}</p>
    <h1>${text.stray}</h1>
    <p class="lede">${text.strayLede}</p>
    <a class="primary" href="${escapeHtml(portalUrl)}/auth/sign-in">${text.back}</a>`,
  );
}

function document(language: Language, nonce: string, title: string, main: string): string {
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

/** The portal's mark: a house with its door open. */
const LOGO = `<svg class="logo" viewBox="0 0 22 22" width="32" height="32" aria-hidden="true"><path d="M3 9.2 11 3l8 6.2V19H3z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/><path class="door" d="M9 19v-7.2l5.4-1.6V19z"/></svg>`;
