import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How the journey's person gets through the pages of one identity provider. */
export interface ProviderPages {
  /** Start of the address of the first page a stranger is sent to. */
  readonly address: string;
  /** Who signs in; the texts must not occur on any page that a stranger sees. */
  readonly person: { readonly name: string; readonly email: string };
  /** From the provider's first page up to the last click. */
  signIn(page: Page): Promise<void>;
}

interface Asked {
  readonly status: number;
  readonly data: { readonly isAuthenticated: boolean; readonly name?: string; readonly email?: string };
}

/** Milliseconds a page gets to show something it should not. */
const WATCHED_MS = 1500;

/**
 * The journey of a fresh install, with a browser that has never been here: /login?next=/docs → the provider →
 * /docs; a reload stays signed in; signing out from the account menu → /docs; the back button shows nothing private.
 * @returns What the browser complained about: a blocked script or style, an uncaught error.
 */
export async function walkJourney(
  chromium: Browser,
  portalUrl: string,
  { address, person, signIn }: ProviderPages,
): Promise<readonly string[]> {
  const context = await chromium.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const complaints = listen(page, portalUrl);
  const at = (path: string) => `${portalUrl}${path}`;

  // On a busy machine a provider takes longer than the portal waits, which then says so: people try again.
  for (let tries = 0; tries < 5 && !page.url().startsWith(address); tries += 1)
    await page.goto(at('/login?next=/docs'));
  expect(page.url()).toContain(address);
  await signIn(page);
  await page.waitForURL(at('/docs'));
  expect(await getUser(page)).toMatchObject({ status: 200, data: { isAuthenticated: true, ...person } });
  await page.reload();
  expect((await getUser(page)).data.isAuthenticated).toBe(true);

  await page.goto(at('/dashboard/sessions'));
  await page.getByText('This browser', { exact: true }).waitFor();
  await page.getByRole('button', { name: person.name }).click();
  await page.getByText(person.email, { exact: true }).waitFor();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(at('/docs'));
  expect(await getUser(page)).toEqual({ status: 200, data: { isAuthenticated: false, teams: [] } });
  expect(await cookieNames(context, portalUrl)).not.toContainEqual(expect.stringMatching(/^svc_/));

  await page.goBack({ waitUntil: 'commit' });
  await showsNothingOf(page, person);
  // Not sent to the provider: one that still knows the person would sign them in again without a click.
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.reload();
  await showsNothingOf(page, person);
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await context.close();
  return complaints;
}

/** Nothing private is on the page, at no moment from now on. */
export async function showsNothingOf(page: Page, { name, email }: ProviderPages['person']): Promise<void> {
  const deadline = performance.now() + WATCHED_MS;
  let looks = 0;
  while (performance.now() < deadline) {
    // A page that is being left has no content to read.
    const content = await page.content().catch(() => undefined);
    if (content !== undefined) {
      looks += 1;
      expect(content).not.toContain(name);
      expect(content).not.toContain(email);
    }
    await page.waitForTimeout(20);
  }
  expect(looks).toBeGreaterThan(0);
}

/** What the portal says of the browser's session. */
export async function getUser(page: Page): Promise<Asked> {
  return page.evaluate<Asked>(`(async () => {
    const answer = await fetch('/auth/get-user');
    return { status: answer.status, data: (await answer.json()).data };
  })()`);
}

async function cookieNames(context: BrowserContext, portalUrl: string): Promise<readonly string[]> {
  return (await context.cookies(portalUrl)).map(({ name }) => name);
}

/** The portal's own pages only: the provider's are not ours to judge. */
function listen(page: Page, portalUrl: string): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const ours = message.location().url.startsWith(portalUrl) || page.url().startsWith(portalUrl);
    if (ours && /refused to|blocked|violates|security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    if (page.url().startsWith(portalUrl)) complaints.push(String(error));
  });
  return complaints;
}
