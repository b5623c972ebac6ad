// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { signInPath } from './paths.ts';
import { comesFromSignIn, noteSignInLinks, noteSigningIn, restoreFragment } from './signing-in.ts';

afterEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.body.replaceChildren();
});

test('coming back from a sign-in is told once, and leaves nothing behind', () => {
  expect(comesFromSignIn()).toBe(false);
  noteSigningIn();
  expect([comesFromSignIn(), comesFromSignIn(), sessionStorage.length]).toEqual([true, false, 0]);
});

test('links to the sign-in are noted, but for those that open beside the page', () => {
  noteSignInLinks(document);
  document.body.innerHTML =
    '<a href="/auth/sign-in?gotoURL=%2F"><b id="in">In</b></a><a id="beside" href="/auth/sign-in" target="w">In</a><a id="docs" href="/docs">Docs</a>';
  const noted = (id: string) => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    document.getElementById(id)?.dispatchEvent(press);
    return comesFromSignIn();
  };
  expect([noted('in'), noted('beside'), noted('docs')]).toEqual([true, false, false]);
});

describe('what stands behind # in an address', () => {
  const goTo = (address: string) => window.history.replaceState(null, '', address);
  const address = () => window.location.pathname + window.location.search + window.location.hash;
  const INVITATION = '/dashboard/join?a=1#ohi_secret';

  test('waits in the tab until the sign-in leads back to the page, past others, and is given once', () => {
    goTo(INVITATION);
    noteSigningIn();
    // Refused at the provider, and tried again from the page that says so.
    goTo('/auth/sign-in-callback?error=access_denied');
    restoreFragment();
    expect(address()).toBe('/auth/sign-in-callback?error=access_denied');
    noteSigningIn();
    goTo('/dashboard/join?a=1');
    restoreFragment();
    expect(address()).toBe(INVITATION);
    comesFromSignIn();
    expect(sessionStorage.length).toBe(0);
    goTo('/dashboard/join?a=1');
    restoreFragment();
    expect(address()).toBe('/dashboard/join?a=1');
  });

  test.each([
    ['another query', '/dashboard/join'],
    ['another page', '/docs'],
    ['one of its own', '/dashboard/join?a=1#ohi_other'],
  ])('does not come to an address with %s', (_, other) => {
    goTo(INVITATION);
    noteSigningIn();
    goTo(other);
    restoreFragment();
    expect(address()).toBe(other);
  });

  test('is in no address of a sign-in', () => {
    expect(signInPath(INVITATION)).toBe('/auth/sign-in?gotoURL=%2Fdashboard%2Fjoin%3Fa%3D1');
    expect(signInPath('/docs#a\n#b')).toBe('/auth/sign-in?gotoURL=%2Fdocs');
  });
});
