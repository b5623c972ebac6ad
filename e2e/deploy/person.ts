import type { Browser, Page } from 'playwright-core';

/** Somebody in a browser, signed in at the portal. */
export interface Person {
  readonly page: Page;
  /** A call as the portal's pages make it. */
  call(path: string, body: object | Buffer, type?: string): Promise<{ readonly status: number; readonly body: string }>;
  /** @returns The text of an answer. */
  read(path: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Signs somebody in who was never there before, through the pages of the OpenID provider.
 * @param claimed Headers that their browser adds to every request.
 */
export async function signInThroughProvider(
  chromium: Browser,
  portal: string,
  login: string,
  claimed: Readonly<Record<string, string>> = {},
): Promise<Person> {
  const context = await chromium.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: claimed,
  });
  const page = await context.newPage();
  await page.goto(`${portal}/auth/sign-in?gotoURL=/dashboard/apps`);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  // Asks whether the portal may know who it is.
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
  await page.locator('button[type=submit]').click();
  await page.waitForURL(`${portal}/dashboard/**`);
  // Calls of the page set the csrf cookie, too: the last one counts.
  await page.waitForLoadState('networkidle');
  await context.request.get(`${portal}/api/me`);
  return {
    page,
    call: async (path, body, type = 'application/json') => {
      const csrf = (await context.cookies(portal)).find(({ name }) => name === 'csrf')?.value ?? '';
      const headers = { 'x-csrf-token': csrf, origin: portal, 'content-type': type };
      const data = Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const answer = await context.request.post(`${portal}${path}`, { headers, data });
      return { status: answer.status(), body: await answer.text() };
    },
    read: async (path) => (await context.request.get(`${portal}${path}`)).text(),
    close: () => context.close(),
  };
}
