/** Where it is noted that somebody left to sign in. It holds nothing of them, and goes when they come back. */
const SIGNING_IN = 'openhouse-signing-in';

/** Notes that the page leaves to sign in: by itself, or by a link. */
export function noteSigningIn(): void {
  sessionStorage.setItem(SIGNING_IN, '1');
}

/** Notes presses of every link to the sign-in. */
export function noteSignInLinks(page: Document): void {
  page.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="/auth/sign-in"]:not([target])') !== null) noteSigningIn();
  });
}

/** @returns Whether the page is the one that a sign-in led to; true once. */
export function comesFromSignIn(): boolean {
  const noted = sessionStorage.getItem(SIGNING_IN) !== null;
  sessionStorage.removeItem(SIGNING_IN);
  return noted;
}
