import type { AppSettings, DeveloperApp, SecretVersion } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, outcomeOf, personAt, reveal } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { call } from '../../testing/envelope.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { basics } from '../../tours/import/testing/bundle.ts';

const store = useStore();
let portal: InjectedPortal;
let team: DashboardTeam;
/** Two nodes behind a proxy each, which says where a call came from. */
let nodes: TestGateway[];
let secret: string;
beforeEach(async () => {
  const proxies = { hops: 1, header: 'x-forwarded-for' } as const;
  nodes = [await startTestGateway(store.database, { proxies }), await startTestGateway(store.database, { proxies })];
  portal = injectedPortal(store.database, { dashboard: testDashboard(store.database) });
  team = await dashboardTeam(portal);
  secret = dataOf<{ secret: string }>(await reveal(team.owner, team.app.appKey, 1)).secret;
});
afterEach(async () => {
  await portal.app.close();
  for (const node of nodes) await node.stop();
});

const set = (settings: object, who: DashboardPerson = team.owner) =>
  who.post(`/api/apps/${team.app.appKey}/settings`, settings);
const settingsAre = async () =>
  dataOf<{ app: DeveloperApp }>(await team.viewer.get(`/api/apps/${team.app.appKey}`)).app.settings;

interface Exchanged {
  readonly status: string;
  readonly message: string;
  readonly data: { readonly access_token: string } | null;
}

/** What both nodes say of an exchange from an address, once they have looked. */
async function exchangesFrom(address: string, appSecret = secret) {
  const answers: { status: string; message: string; token: string }[] = [];
  for (const node of nodes) {
    await node.changes.refresh();
    const body = new URLSearchParams({ app_key: team.app.appKey, app_secret: appSecret });
    const headers = { 'x-forwarded-for': address };
    const answer = await fetch(`${node.baseUrl}/auth/access_token`, { method: 'POST', body, headers });
    const { status, message, data } = (await answer.json()) as Exchanged;
    answers.push({ status, message, token: data?.access_token ?? '' });
  }
  return answers;
}
const statusesFrom = async (address: string, appSecret?: string) =>
  (await exchangesFrom(address, appSecret)).map(({ status }) => status);
const both = (status: string) => [status, status];

describe('networks', () => {
  slowAfter(2, [
    [['203.0.113.0/24'], '203.0.113.9', '203.0.114.9'],
    [['2001:db8:1::/48'], '2001:db8:1:2::7', '2001:db8:2::7'],
    [['198.51.100.7', '2001:db8::7'], '2001:db8::7', '198.51.100.8'],
    // A port, a zone and a mapped address are spellings of the same.
    [['203.0.113.0/24'], '[::ffff:203.0.113.9]:4711', '[2001:db8::1]:4711'],
  ])('%j: from %s it exchanges, from %s it does not, on both nodes', async (networks, inside, outside) => {
    dataOf(await set({ networks }));
    expect(await statusesFrom(inside)).toEqual(both('success'));
    expect(await statusesFrom(outside)).toEqual(both('err_app_network_not_allowed'));
    // Whoever has not the secret learns nothing of it.
    expect(await statusesFrom(outside, `ohs_${'A'.repeat(43)}`)).toEqual(both('err_app_credentials_invalid'));
  });

  test.each([
    ['203.0.114.9', '203.0.114.9'],
    ['[2001:DB8:2:0::7]:4711', '2001:db8:2::7'],
    ['203.0.113.9, [::ffff:203.0.114.9]', '203.0.114.9'],
  ])('the refusal names the address that the gateway saw, to whoever has the secret: %s', async (sent, seen) => {
    dataOf(await set({ networks: ['203.0.113.0/24'] }));
    for (const { message } of await exchangesFrom(sent)) expect(message).toContain(`exchange from ${seen},`);
    for (const { message } of await exchangesFrom(sent, `ohs_${'A'.repeat(43)}`)) expect(message).not.toContain(seen);
  });

  test('none: from anywhere again; a token that was exchanged before reads on from elsewhere', async () => {
    const [before] = await exchangesFrom('203.0.113.9');
    dataOf(await set({ networks: ['198.51.100.0/24'] }));
    expect(await statusesFrom('203.0.113.9')).toEqual(both('err_app_network_not_allowed'));
    const read = await call(nodes[0]?.baseUrl ?? '', '/open/v3/vr/info?resource_code=none', {
      token: before?.token ?? '',
    });
    expect(read.envelope.status).toBe('err_resource_not_found');
    dataOf(await set({ networks: [] }));
    expect(await statusesFrom('203.0.113.9')).toEqual(both('success'));
  });

  test('are kept as networks, once each; what is none is refused with its place and what to write', {
    tags: 'slow',
  }, async () => {
    dataOf(await set({ networks: ['203.0.113.7/24', ' 203.0.113.0/24', '2001:DB8::/32', '198.51.100.7'] }));
    expect((await settingsAre()).networks).toEqual(['203.0.113.0/24', '2001:db8::/32', '198.51.100.7/32']);
    const refused = await set({ networks: ['203.0.113.0/24', '203.0.113.0/33'] });
    expect([outcomeOf(refused), refused.body]).toEqual([
      'REQUEST_INVALID',
      expect.stringContaining('/networks/1 is no network'),
    ]);
    // An IPv4-mapped address in its long spelling: kept, it would be a network that the gateway does not read.
    expect((await set({ networks: ['0:0:0:0:0:ffff:203.0.113.7'] })).body).toContain('/networks/0 is no network');
    expect(outcomeOf(await set({ networks: Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`) }))).toBe(
      'REQUEST_INVALID',
    );
  });
});

describe('an app that may only read', () => {
  const submit = async (node: TestGateway | undefined, token: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = '{"resource_code":"loft","action_num":1}';
    const answer = await call(node?.baseUrl ?? '', '/open/saas/v2/vr/submit', { method: 'POST', body, headers, token });
    return answer.envelope.status;
  };

  test('reads and does not activate, on both nodes, with tokens from before too; allowed again, it does', async () => {
    dataOf(
      await team.owner.upload('/api/tours/imports?name=w.json', 'application/json', JSON.stringify(basics('loft'))),
    );
    const [exchanged] = await exchangesFrom('203.0.113.9');
    const token = exchanged?.token ?? '';
    dataOf(await set({ mayActivate: false }));
    for (const node of nodes) {
      await node.changes.refresh();
      expect(await submit(node, token)).toBe('err_app_read_only');
      const read = await call(node.baseUrl, '/open/v3/vr/info?resource_code=loft', { token });
      expect(read.envelope).toMatchObject({ status: 'success', data: { is_active: false } });
    }
    // People of the Team go on activating.
    dataOf(await set({ mayActivate: true }));
    await nodes[1]?.changes.refresh();
    expect(await submit(nodes[1], token)).toBe('success');
  });
});

test('a secret that is rotated at once ends at once, also on a node whose clock is an hour ahead', async () => {
  const nowMs = () => Date.now() + 3_600_000;
  const ahead = injectedPortal(store.database, { dashboard: testDashboard(store.database), nowMs });
  const owner = personAt(ahead, team.owner);
  const rotated = await owner.post(`/api/apps/${team.app.appKey}/secrets/rotate`, { overlapHours: 0 });
  await ahead.app.close();
  expect(dataOf<{ secrets: SecretVersion[] }>(rotated).secrets).toMatchObject([{ version: 2 }]);
  expect(await statusesFrom('203.0.113.9')).toEqual(both('err_app_credentials_invalid'));
});

describe('an end of a secret, chosen at its rotation', () => {
  const rotate = (body: object) => team.owner.post(`/api/apps/${team.app.appKey}/secrets/rotate`, body);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

  test('is shown, warned of, and kept by both nodes', async () => {
    const endsAt = inHours(20);
    const { secrets } = dataOf<{ secrets: SecretVersion[] }>(await rotate({ overlapHours: 0, endsAt }));
    expect(secrets).toMatchObject([{ version: 2, endsAt }]);
    const { app } = dataOf<{ app: DeveloperApp }>(await team.viewer.get(`/api/apps/${team.app.appKey}`));
    expect(app.warnings).toContainEqual({ kind: 'secret-ends', withinDays: 1, endsAt, version: 2 });
    secret = dataOf<{ secret: string }>(await reveal(team.owner, team.app.appKey, 2)).secret;
    const [exchanged] = await exchangesFrom('203.0.113.9');
    expect(exchanged?.status).toBe('success');
    // As if that time had come.
    const ends = { text: 'update app_secret set ends_at = now() where version = 2', values: [] };
    await inTransaction(store.database, (transaction) => transaction.query(ends), { team: '*' });
    dataOf(await set({ description: 'Tells the nodes' }));
    expect(await statusesFrom('203.0.113.9')).toEqual(both('err_app_credentials_invalid'));
    const read = await call(nodes[1]?.baseUrl ?? '', '/open/v3/vr/info?resource_code=none', {
      token: exchanged?.token ?? '',
    });
    expect(read.envelope.status).toBe('err_access_token_invalid');
    // A new one takes its place.
    const after = dataOf<{ secrets: SecretVersion[] }>(await rotate({ overlapHours: 24 }));
    expect(after.secrets).toMatchObject([{ version: 3, endsAt: null }]);
  });

  test.each([
    [{ overlapHours: 24, endsAt: inHours(23) }],
    [{ overlapHours: 0, endsAt: inHours(-1) }],
    [{ overlapHours: 0, endsAt: '2026-13-45T00:00:00Z' }],
    [{ overlapHours: 0, endsAt: 'tomorrow' }],
  ])('%j is refused: it comes before the end of the overlap, or is no time', async (body) => {
    expect(outcomeOf(await rotate(body))).toBe('REQUEST_INVALID');
    expect(await statusesFrom('203.0.113.9')).toEqual(both('success'));
  });
});

describe('what is set', () => {
  test('stays where it is left out, is shown to the Team, and the audit says what of it was changed', async () => {
    const [first, second] = [
      { description: ' Reads tours for our site. ', contact: 'dev@loft.example', colour: 'clay' },
      { networks: ['203.0.113.0/24'], mayActivate: false, retireLeaked: true },
    ];
    dataOf(await set(first));
    dataOf(await set(second));
    const expected: AppSettings = {
      description: 'Reads tours for our site.',
      contact: 'dev@loft.example',
      colour: 'clay',
      networks: ['203.0.113.0/24'],
      mayActivate: false,
      retireLeaked: true,
    };
    expect(await settingsAre()).toEqual(expected);
    const { entries } = dataOf<{ entries: { action: string; subject: string }[] }>(await team.owner.get('/api/audit'));
    expect(entries.filter(({ action }) => action === 'app.settings').map(({ subject }) => subject)).toEqual([
      'Viewing room: networks 203.0.113.0/24, read-only, retires leaked secrets',
      'Viewing room: description, contact, colour',
    ]);
  });

  slowAfter(2, [
    [{}],
    [{ description: 'a'.repeat(501) }],
    [{ description: 'two\nlines' }],
    [{ description: 'turned \u202e round' }],
    [{ contact: 'nobody' }],
    [{ contact: 'a b@loft.example' }],
    [{ colour: '#ff0000' }],
    [{ mayActivate: 'yes' }],
    [{ retireLeaked: 1 }],
    [{ limits: 1 }],
  ])('%j is refused', async (body) => {
    const before = await settingsAre();
    expect(outcomeOf(await set(body))).toBe('REQUEST_INVALID');
    expect(await settingsAre()).toEqual(before);
  });

  test('only owners change it', async () => {
    expect(outcomeOf(await set({ mayActivate: false }, team.member))).toBe('ROLE_INSUFFICIENT');
  });
});
