import { dashboardEndpoints, IDEMPOTENCY_HEADER, isDoneOnce, portalEndpoints, TEAM_HEADER } from '@openhouse/contract';
import { beforeEach, expect, test } from 'vitest';
import { callsWith, signInCommandLine } from '../../testing/command-line.ts';
import { createApp, createTeam, dataOf, enter, newKey, outcomeOf } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

const store = useStore();
let portal: InjectedPortal;
let cookie: string;
let token: string;
let team: string;
beforeEach(async () => {
  portal = injectedPortal(store.database);
  const ada = await enter(portal, 'ada');
  team = await createTeam(ada, 'Studio');
  ({ cookie, token } = await portal.withCsrf(await portal.signIn('ada')));
  return () => portal.app.close();
});

const post = (url: string, key: string | readonly string[], body: object = {}, as = { cookie, token }) =>
  portal.ask({
    method: 'POST',
    url,
    headers: {
      cookie: as.cookie,
      'x-csrf-token': as.token,
      'content-type': 'application/json',
      [IDEMPOTENCY_HEADER]: key as string,
    },
    payload: JSON.stringify(body),
  });
const count = async (text: string) => {
  const owner = await store.database.connectAsOwner();
  await owner.query("select set_config('app.team', '*', false)");
  const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from ${text}`);
  await owner.end();
  return rows[0]?.n;
};

test('a repetition gets the first answer and does nothing, one after the other and at once', {
  tags: 'slow',
}, async () => {
  const first = await post('/api/teams', 'key-of-the-team', { name: 'Attic' });
  const again = await post('/api/teams', 'key-of-the-team', { name: 'Attic' });
  expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 200, first.body]);
  const invite = () => post(`/api/teams/${team}/invitations`, 'key-of-the-invitation', { role: 'member' });
  const answers = await Promise.all([invite(), invite(), invite(), invite()]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect([await count("team where name = 'Attic'"), await count('invitation')]).toEqual([1, 1]);
});

test('nothing that is kept can be read in the database', async () => {
  const { token: link } = dataOf<{ token: string }>(
    await post(`/api/teams/${team}/invitations`, 'key-of-the-invitation', { role: 'member' }),
  );
  const { rows } = await store.database.pool.query<{ sealed: Buffer }>(
    'select sealed_answer as sealed from keyed_action',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.sealed.includes(link)).toBe(false);
});

test('another key, another person and no key are other actions', async () => {
  const sam = await portal.withCsrf(await portal.signIn('sam'));
  await post('/api/teams', 'key-of-the-team', { name: 'Attic' });
  await post('/api/teams', 'another-key', { name: 'Attic' });
  await post('/api/teams', 'key-of-the-team', { name: 'Attic' }, sam);
  await (await enter(portal, 'ada')).post('/api/teams', { name: 'Attic' });
  expect(await count("team where name = 'Attic'")).toBe(4);
});

test('ACTION_KEY_REUSED: the same key with another body or at another address', async () => {
  await post('/api/teams', 'key-of-the-team', { name: 'Attic' });
  const others = [
    await post('/api/teams', 'key-of-the-team', { name: 'Cellar' }),
    await post(`/api/teams/${team}/rename`, 'key-of-the-team', { name: 'Attic' }),
  ];
  expect(others.map((answer) => [answer.statusCode, outcomeOf(answer)])).toEqual([
    [409, 'ACTION_KEY_REUSED'],
    [409, 'ACTION_KEY_REUSED'],
  ]);
});

test('ACTION_KEY_REUSED: the same call of a command line for another of its Teams', async () => {
  const ada = await enter(portal, 'ada');
  const attic = await createTeam(ada, 'Attic');
  const { token: bearer } = await signInCommandLine(portal, ada);
  const body = { name: 'Listings', idempotencyKey: newKey() };
  const create = (named: string) =>
    callsWith(portal, bearer, { [TEAM_HEADER]: named, [IDEMPOTENCY_HEADER]: 'key-of-the-script' }).post(
      '/api/apps',
      body,
    );
  expect([outcomeOf(await create(team)), outcomeOf(await create(attic)), outcomeOf(await create(team))]).toEqual([
    'succeeded',
    'ACTION_KEY_REUSED',
    'succeeded',
  ]);
  expect(await count('app_request')).toBe(1);
});

test('a refusal did nothing, so the next try is judged anew', async () => {
  const { appKey } = await createApp(await enter(portal, 'ada'), 'Viewing room');
  const retire = () => post(`/api/apps/${appKey}/secrets/1/retire`, 'key-of-the-retirement');
  expect(outcomeOf(await retire())).toBe('SECRET_NEWEST');
  dataOf(await post(`/api/apps/${appKey}/secrets/rotate`, 'key-of-the-rotation', { overlapHours: 24 }));
  expect([outcomeOf(await retire()), outcomeOf(await retire())]).toEqual(['succeeded', 'succeeded']);
});

test('an action that was lost with its process is done by the repetition; an old key is forgotten', {
  tags: 'slow',
}, async () => {
  await post('/api/teams', 'key-of-the-team', { name: 'Attic' });
  await store.database.pool.query(
    "update keyed_action set sealed_answer = null, begun_at = now() - interval '5 minutes'",
  );
  expect(outcomeOf(await post('/api/teams', 'key-of-the-team', { name: 'Attic' }))).toBe('succeeded');
  expect(await count("team where name = 'Attic'")).toBe(2);
  await store.database.pool.query("update keyed_action set forget_at = now() - interval '1 second'");
  expect(outcomeOf(await post('/api/teams', 'key-of-the-team', { name: 'Attic' }))).toBe('succeeded');
  expect(await count("team where name = 'Attic'")).toBe(3);
});

test.each(['short', '', 'with space in it', 'x'.repeat(129), 'schlüssel-ä'])(
  'REQUEST_INVALID: the key %j',
  async (key) => {
    expect(outcomeOf(await post('/api/teams', key, { name: 'Attic' }))).toBe('REQUEST_INVALID');
  },
);

test('every mutation of a signed-in person takes a key', () => {
  const mutations = [...portalEndpoints, ...dashboardEndpoints].filter(
    ({ method, access }) => method === 'POST' && access !== 'anyone',
  );
  expect(mutations.filter((one) => !isDoneOnce(one))).toEqual([]);
});
