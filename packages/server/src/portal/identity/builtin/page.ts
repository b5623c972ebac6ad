import { escapeHtml } from '../../../kernel/http/escape-html.ts';
import { type PlainLanguage, plainPage } from '../../plain-pages/plain-page.ts';
import type { OfferedAccount } from './accounts.ts';
import { words } from './words.ts';

/** The portal's sign-in request, repeated by the form. */
export interface SignInRequest {
  readonly source: string;
  readonly source_verify: string;
  readonly redirect: string;
}

/** Input that was refused. */
export interface RefusedEntry {
  readonly name: string;
  readonly email: string;
}

/** The sign-in page: the offered accounts as one button each, and a form for a new account. It has no script. */
export function signInPage(
  language: PlainLanguage,
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
  return plainPage(
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
export function strayPage(language: PlainLanguage, nonce: string, portalUrl: string): string {
  const text = words[language];
  return plainPage(
    language,
    nonce,
    text.stray,
    `<p class="tag">${text.development}</p>
    <h1>${text.stray}</h1>
    <p class="lede">${text.strayLede}</p>
    <a class="primary" href="${escapeHtml(portalUrl)}/auth/sign-in">${text.back}</a>`,
  );
}
