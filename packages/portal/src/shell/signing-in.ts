import { keptInTab } from '../api/kept.ts';

/** Key under which it is noted that somebody left to sign in. It holds no personal data, and is removed when they return. */
const SIGNING_IN = 'openhouse-signing-in';

/**
 * The address that was left, where it has a part behind `#`. That part may be a secret, such as an invitation: it stays in
 * this tab, and no server hears of it.
 */
const LEFT_AT = 'openhouse-left-at';

/** Notes that the page leaves to sign in: by itself, or by a link. */
export function noteSigningIn(): void {
  const { pathname, search, hash } = window.location;
  keptInTab.set(SIGNING_IN, '1');
  if (hash !== '') keptInTab.set(LEFT_AT, pathname + search + hash);
}

/** Gives a page that a sign-in led back to what stood behind `#` when it was left; once. Other pages on the way leave it. */
export function restoreFragment(): void {
  const left = keptInTab.get(LEFT_AT);
  const { pathname, search, hash } = window.location;
  if (left === null || left.slice(0, left.indexOf('#')) !== pathname + search) return;
  keptInTab.remove(LEFT_AT);
  if (hash === '') window.history.replaceState(window.history.state, '', left);
}

/** Notes presses of every link to the sign-in. */
export function noteSignInLinks(page: Document): void {
  page.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="/auth/sign-in"]:not([target])') !== null) noteSigningIn();
  });
}

/** @returns Whether the page is the one that a sign-in led to; true once. */
export function comesFromSignIn(): boolean {
  const noted = keptInTab.get(SIGNING_IN) !== null;
  keptInTab.remove(SIGNING_IN);
  return noted;
}
