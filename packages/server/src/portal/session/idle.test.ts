import { expect, test } from 'vitest';
import { testDashboard } from '../../testing/dashboard.ts';
import { createApp, createTeam, enter, outcomeOf, passedBotCheck } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { injectedPortal } from '../../testing/injected-portal.ts';

const store = useStore();
const IDLE_S = 3600;

const isSignedIn = async (portal: ReturnType<typeof injectedPortal>, cookie: string, url = '/api/me') =>
  (await portal.ask({ url, headers: { cookie } })).json().data.isAuthenticated;
const unusedFor = async (seconds: number) => {
  await store.database.pool.query('update session set used_at = now() - make_interval(secs => $1)', [seconds]);
};

test('SESSION_IDLE_S: a session that nobody uses ends, one that is used goes on', async () => {
  const portal = injectedPortal(store.database, { sessionIdleS: IDLE_S });
  const cookie = await portal.signIn('ada');
  await unusedFor(IDLE_S - 60);
  // get-user changes nothing, so it is no use.
  expect(await isSignedIn(portal, cookie, '/auth/get-user')).toBe(true);
  const usedSince = async () =>
    (await store.database.pool.query("select used_at > now() - interval '1 minute' as used from session")).rows;
  expect(await usedSince()).toEqual([{ used: false }]);
  await unusedFor(IDLE_S - 60);
  expect(await isSignedIn(portal, cookie)).toBe(true);
  expect(await usedSince()).toEqual([{ used: true }]);
  await unusedFor(IDLE_S + 1);
  expect(await isSignedIn(portal, cookie)).toBe(false);
  await portal.app.close();
});

test('SESSION_IDLE_S is off by default', async () => {
  const portal = injectedPortal(store.database);
  const cookie = await portal.signIn('ada');
  await unusedFor(29 * 24 * 3600);
  expect(await isSignedIn(portal, cookie)).toBe(true);
  await portal.app.close();
});

test('SIGN_IN_TOO_OLD: REVEAL_MAX_SIGN_IN_AGE_S asks for a fresh sign-in before a secret is shown', {
  tags: 'slow',
}, async () => {
  const portal = injectedPortal(store.database, {
    dashboard: testDashboard(store.database, { revealMaxSignInAgeS: 600 }),
  });
  const ada = await enter(portal, 'ada');
  await createTeam(ada, 'Studio');
  const { appKey } = await createApp(ada, 'Viewing room');
  const reveal = async (person: typeof ada) =>
    outcomeOf(await person.post(`/api/apps/${appKey}/secrets/1/reveal`, { botCheck: await passedBotCheck(person) }));
  expect(await reveal(ada)).toBe('succeeded');
  await store.database.pool.query("update session set created_at = now() - interval '11 minutes'");
  expect(await reveal(ada)).toBe('SIGN_IN_TOO_OLD');
  expect(await reveal(await enter(portal, 'ada'))).toBe('succeeded');
  await portal.app.close();
});
