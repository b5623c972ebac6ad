// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { comesFromSignIn, noteSignInLinks, noteSigningIn } from './signing-in.ts';

afterEach(() => {
  sessionStorage.clear();
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
