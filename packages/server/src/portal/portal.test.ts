import { afterEach, beforeEach, expect, test } from 'vitest';
import { testBrowser } from '../testing/browser.ts';
import { eachStore } from '../testing/database.ts';
import { usePages } from '../testing/folder.ts';
import { type BuiltinInstall, chooseAccount, mutate, signIn, startBuiltinInstall } from '../testing/portal.ts';

eachStore('the journey of a fresh install', (store) => {
  const pages = usePages();
  let install: BuiltinInstall;
  beforeEach(async () => {
    install = await startBuiltinInstall(store.database, { pagesDirectory: pages });
  });
  afterEach(() => install.close());

  test('/login?next=/docs → the built-in page → /docs; stays signed in; sign-out → /docs', {
    tags: 'slow',
  }, async () => {
    const { portal, loginUrl } = install;
    const browser = testBrowser();
    const page = await browser.follow(`${portal.url}/login?next=/docs`);
    expect(page.address).toMatch(new RegExp(`^${loginUrl}/\\?source=SSO_DEVELOPER_APP&source_verify=[^&]+&redirect=`));
    expect(page.response.status).toBe(200);
    const callback = await chooseAccount(browser, page.address, { email: 'new@example.com', name: 'New Person' });
    expect(callback).toMatch(/\?source=SSO_DEVELOPER_APP&ticket=[^&]+&login_type=email$/);
    const landed = await browser.follow(callback);
    expect(landed.address).toBe(`${portal.url}/docs`);
    for (let reload = 0; reload < 2; reload += 1) {
      const user = await browser.go(`${portal.url}/auth/get-user`);
      expect(user.status).toBe(200);
      expect(await user.json()).toEqual({
        data: {
          isAuthenticated: true,
          userCode: expect.stringMatching(/^ohu_/),
          email: 'new@example.com',
          name: 'New Person',
          avatarUrl: '',
          currentSource: 'SSO_DEVELOPER_APP',
          teams: [],
        },
      });
    }
    const left = await browser.follow(`${portal.url}/logout`);
    expect(left.address).toBe(`${portal.url}/docs`);
    const after = await browser.go(`${portal.url}/auth/get-user`);
    expect(await after.json()).toEqual({ data: { isAuthenticated: false, teams: [] } });
  });

  test('without a target sign-in lands on the dashboard', async () => {
    const { browser, callback } = await signIn(install.portal, { email: 'ada@example.com' }, '');
    expect(callback.status).toBe(302);
    expect(callback.headers.get('location')).toBe('/dashboard/apps');
    expect(browser.cookie(install.portal.url, 'svc_token_test')).toMatch(/^ohp_/);
  });

  test('a person keeps their userCode from one sign-in to the next', async () => {
    const codes = await Promise.all(
      [1, 2, 3].map(async () => {
        const { browser } = await signIn(install.portal);
        const answer = await browser.go(`${install.portal.url}/auth/get-user`);
        return ((await answer.json()) as { data: { userCode: string } }).data.userCode;
      }),
    );
    expect(new Set(codes).size).toBe(1);
  });

  test('no log line holds a ticket, a token or a target', async () => {
    const { browser } = await signIn(install.portal, { email: 'ada@example.com' }, '/docs?canary=4711');
    await mutate(install.portal, browser, '/api/sessions/end-all');
    const log = install.portal.log.lines.join('\n');
    expect(log).toContain('/auth/sign-in-callback');
    for (const secret of ['ticket=', 'ohp_', 'canary', 'ada@example.com', 'svc_']) expect(log).not.toContain(secret);
  });
});
