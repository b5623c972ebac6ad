import { beforeEach, expect, test } from 'vitest';
import { eachStore } from '../../testing/database.ts';
import { databaseContent } from '../../testing/database-content.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

eachStore('asking who is signed in changes nothing in the database', (store) => {
  let portal: InjectedPortal;
  beforeEach(() => {
    portal = injectedPortal(store.database);
  });

  const content = () => databaseContent(store);

  test.each(['/auth/get-user', '/api/me'])('%s, for whomever, in whatever mood of the provider', async (url) => {
    const cookie = await portal.signIn('ada');
    await portal.signIn('sam');
    const before = await content();
    expect(before['public.session']).not.toBe('');
    for (const mood of ['confirms', 'away', 'has ended everything', 'mixes people up', 'confirms'] as const) {
      portal.identity.mood = mood;
      for (const header of [cookie, '', 'svc_token=x', `${cookie}; svc_token=x`]) {
        for (const method of ['GET', 'HEAD'] as const) {
          const { statusCode } = await portal.ask({ method, url, headers: { cookie: header } });
          expect([200, 503]).toContain(statusCode);
        }
      }
    }
    expect(await content()).toEqual(before);
  });

  test('the comparison sees a sign-in, and a row that is written anew without a change', { tags: 'slow' }, async () => {
    const empty = await content();
    await portal.signIn('ada');
    const signedIn = await content();
    expect(signedIn).not.toEqual(empty);
    await store.database.pool.query('update session set source = source');
    expect(await content()).not.toEqual(signedIn);
  });
});
