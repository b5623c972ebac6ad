import { type AuditEntry, auditActions } from '@openhouse/contract';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeHost } from '../../testing/code-host.ts';
import { signInCommandLine } from '../../testing/command-line.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import {
  createApp,
  createTeam,
  type DashboardPerson,
  dataOf,
  enter,
  newKey,
  reveal,
} from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam, invite } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { useFolder } from '../../testing/folder.ts';
import { testPepper } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal, merged } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import { csvRow } from './rules.ts';
import { verifyAuditChains } from './verify-chains.ts';

describe('the audit log', () => {
  const store = useStore();
  const uploadDirectory = useFolder();
  const host = codeHost();
  let portal: InjectedPortal;
  beforeEach(() => {
    portal = injectedPortal(store.database, {
      dashboard: testDashboard(store.database, { uploadDirectory }),
      leakReports: { keys: host.keys, peppers: [{ id: 1, key: testPepper }] },
    });
  });
  afterEach(() => portal.app.close());

  const entriesOf = async (person: DashboardPerson, query = ''): Promise<AuditEntry[]> =>
    dataOf<{ entries: AuditEntry[] }>(await person.get(`/api/audit${query}`)).entries;
  const said = (entries: readonly AuditEntry[]) =>
    entries.map(({ action, actor, subject, outcome }) => [action, actor.name, subject, outcome]);

  test('sign-ins, their ends and refusals, with person and address', async () => {
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Studio');
    const cookie = await portal.signIn('ada');
    portal.identity.mood = 'has ended everything';
    const begun = await portal.ask({ url: '/auth/sign-in' });
    const url = '/auth/sign-in-callback?source=SSO_DEVELOPER_APP&ticket=ada&login_type=email';
    expect((await portal.ask({ url, headers: { cookie: merged('', begun) } })).statusCode).toBe(403);
    portal.identity.mood = 'confirms';
    await portal.ask({ url: '/auth/sign-out', headers: { cookie } });
    const entries = (await entriesOf(ada)).filter(({ action }) => action.startsWith('session.'));
    expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['session.end', 'succeeded'],
      ['session.start', 'SIGN_IN_REFUSED'],
      ['session.start', 'succeeded'],
    ]);
    for (const { actor, ipAddress } of entries) {
      expect(actor).toEqual({ userCode: ada.userCode, name: 'ada' });
      expect(ipAddress).toBe('127.0.0.1');
    }
    expect(await verifyAuditChains(store.database)).toMatchObject([{ brokenAt: null }]);
  });

  test('every kind of change has its entry, with who, what, from where and how it ended', {
    tags: 'slow',
  }, async () => {
    const suite: DashboardTeam = await dashboardTeam(portal);
    const { owner, spare, team, app } = suite;
    const { invitation } = await invite(owner, team, 'viewer');
    await owner.post(`/api/teams/${team}/invitations/${invitation.id}/revoke`);
    await owner.post(`/api/teams/${team}/members/${spare.userCode}/role`, { role: 'viewer' });
    await owner.post(`/api/teams/${team}/members/${spare.userCode}/remove`);
    await owner.post(`/api/teams/${team}/rename`, { name: 'Loft' });
    await owner.post(`/api/teams/${team}/activate`);
    await owner.post(`/api/teams/${team}/delete`, { confirm: 'Loft' });
    await owner.post(`/api/teams/${team}/keep`);
    await owner.post(`/api/apps/${app.appKey}/settings`, { networks: ['127.0.0.0/8'] });
    for (const what of ['disable', 'enable']) await owner.post(`/api/apps/${app.appKey}/${what}`);
    await owner.post(`/api/apps/${app.appKey}/rename`, { name: 'Room' });
    await owner.post(`/api/apps/${app.appKey}/secrets/rotate`, { overlapHours: 1 });
    await owner.post(`/api/apps/${app.appKey}/secrets/1/retire`);
    await owner.upload('/api/tours/imports?name=work.json', 'application/json', JSON.stringify(basics('loft')));
    await owner.post('/api/tours/loft/activate');
    for (const change of [{ on: true }, { hosts: ['https://homes.example'] }, { on: false }])
      await owner.post('/api/tours/loft/embed', change);
    await owner.post('/api/tours/loft/remove', { confirm: 'loft' });
    const made = dataOf<{ credential: { id: string } }>(
      await owner.post('/api/credentials', { name: 'ci', scopes: ['tours:read'] }),
    );
    await owner.post(`/api/credentials/${made.credential.id}/revoke`);
    const hook = { url: 'https://integrator.example/hook?key=known-to-us', events: [] };
    const { webhook } = dataOf<{ webhook: { id: string } }>(await owner.post('/api/webhooks', hook));
    await owner.post(`/api/webhooks/${webhook.id}`, { events: ['tour.removed'] });
    await owner.post(`/api/webhooks/${webhook.id}/secret/rotate`, { overlapHours: 1 });
    await owner.post(`/api/webhooks/${webhook.id}/test`);
    await owner.post(`/api/webhooks/${webhook.id}/delete`);
    await signInCommandLine(portal, owner);
    await portal.signIn('ada');
    await owner.post('/api/sessions/end-all', { keepCurrent: true });
    const { secret } = dataOf<{ secret: string }>(await reveal(owner, app.appKey, 2));
    await host.send(portal, JSON.stringify([{ token: secret, type: 'openhouse_app_secret' }]));
    await owner.post(`/api/apps/${app.appKey}/delete`, { confirm: 'Room' });
    const entries = await entriesOf(owner);
    expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(auditActions));
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => entries.length - index));
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|known-to-us|ohs_/);
    const revealed = entries.find(({ action }) => action === 'secret.reveal');
    expect(revealed).toMatchObject({
      action: 'secret.reveal',
      actor: { name: 'ada', userCode: owner.userCode },
      subject: 'Room v2',
      ipAddress: '127.0.0.1',
      outcome: 'succeeded',
    });
    expect(entries.find(({ action }) => action === 'app.complete')?.actor).toEqual({ name: '', userCode: '' });
  });

  test('refused changes and reveals are there with the code they were refused with', { tags: 'slow' }, async () => {
    const { owner, member, viewer, app, otherApp } = await dashboardTeam(portal);
    await viewer.post(`/api/apps/${app.appKey}/disable`);
    await member.post('/api/apps', { name: 'Mine', idempotencyKey: newKey() });
    await owner.post(`/api/apps/${otherApp.appKey}/enable`);
    await reveal(member, app.appKey, 1);
    await owner.post(`/api/apps/${app.appKey}/secrets/1/reveal`, { botCheck: 'no' });
    await reveal(owner, app.appKey, 9);
    expect(said(await entriesOf(owner, '?outcome=refused')).toReversed()).toEqual([
      ['app.disable', 'vi', app.appKey, 'ROLE_INSUFFICIENT'],
      ['app.create', 'mo', 'Mine', 'ROLE_INSUFFICIENT'],
      ['app.enable', 'ada', otherApp.appKey, 'APP_NOT_FOUND'],
      ['secret.reveal', 'mo', `${app.appKey} v1`, 'ROLE_INSUFFICIENT'],
      ['secret.reveal', 'ada', `${app.appKey} v1`, 'BOT_CHECK_FAILED'],
      ['secret.reveal', 'ada', `${app.appKey} v9`, 'SECRET_NOT_FOUND'],
    ]);
  });

  test('filters, pages and refuses what it does not know', { tags: 'slow' }, async () => {
    const ada = await enter(portal, 'ada');
    const team = await createTeam(ada, 'Studio');
    for (let index = 0; index < 60; index += 1) await ada.post(`/api/teams/${team}/rename`, { name: `Name ${index}` });
    const first = dataOf<{ entries: AuditEntry[]; hasMore: boolean }>(await ada.get('/api/audit'));
    expect([first.entries.length, first.hasMore]).toEqual([50, true]);
    const rest = dataOf<{ entries: AuditEntry[]; hasMore: boolean }>(
      await ada.get(`/api/audit?before=${first.entries.at(-1)?.number}`),
    );
    expect([rest.entries.length, rest.hasMore]).toEqual([11, false]);
    expect(said(await entriesOf(ada, '?action=team.create'))).toEqual([['team.create', 'ada', 'Studio', 'succeeded']]);
    expect(await entriesOf(ada, '?actor=ohu_nobody')).toEqual([]);
    const at = first.entries[10]?.at ?? '';
    const [since, until] = [await entriesOf(ada, `?since=${at}`), await entriesOf(ada, `?until=${at}`)];
    expect(since.every((entry) => entry.at >= at) && until.every((entry) => entry.at <= at)).toBe(true);
    expect([since.length > 0, until.length > 0]).toEqual([true, true]);
    for (const query of [
      '?action=team.explode',
      '?before=0',
      '?since=yesterday',
      '?action=app.create&action=app.enable',
      '?x=1',
    ]) {
      expect((await ada.get(`/api/audit${query}`)).statusCode).toBe(400);
    }
  });

  test('downloads hold every entry, and no cell that a spreadsheet would run', { tags: 'slow' }, async () => {
    const ada = await enter(portal, 'ada');
    await createTeam(ada, '=HYPERLINK("https://evil.example"), "x"');
    await createApp(ada, 'Viewing, room');
    const csv = await ada.get('/api/audit.csv');
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="audit-team-[0-9a-f]+\.csv"$/);
    const [header, created, requested] = csv.body.split('\r\n');
    // Without its mark, spreadsheets take the file for another encoding.
    expect([...csv.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(header).toBe('\ufeffnumber,at,action,user_code,name,subject,ip_address,outcome,hash,reason');
    expect(created).toContain(`"'=HYPERLINK(""https://evil.example""), ""x"""`);
    expect(requested).toContain('"Viewing, room"');
    const lines = (await ada.get('/api/audit.jsonl')).body.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as AuditEntry).number)).toEqual([1, 2, 3]);
  });

  slowAfter(4, [
    ['plain', 'plain'],
    ['a-b=c+d@e', 'a-b=c+d@e'],
    ['=1', "'=1"],
    ['\t1', `"'\t1"`],
    ['\r1', `"'\r1"`],
    ['\uff1d1', "'\uff1d1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff201', "'\uff201"],
    ['\ufe661', "'\ufe661"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff\u2060@1', "'\ufeff\u2060@1"],
    ['\u202e\u2066+1', "'\u202e\u2066+1"],
    ['\u00ad\u00a0-1', "'\u00ad\u00a0-1"],
    ['a;=1', `"a;'=1"`],
    ['a; \u200b\uff1d1;b', `"a;' \u200b\uff1d1;b"`],
    ['a;"=1"', `"a;'""=1"""`],
    ['a\n=1', `"a\n'=1"`],
    ['a;b', '"a;b"'],
  ])('a cell that holds %j is written as %j', (subject, cell) => {
    const actor = { userCode: '', name: '' };
    const rest = { number: 1, at: '', action: 'team.create', actor, ipAddress: '', outcome: '', hash: 'h' } as const;
    expect(csvRow({ ...rest, subject })).toBe(`1,,team.create,,,${cell},,,h,\r\n`);
  });

  /** Makes a chain of eight entries and changes the stored rows as somebody with the database's owner could. */
  async function afterTampering(tamper: (owner: Client, team: string) => Promise<unknown>) {
    const ada = await enter(portal, 'ada');
    const code = await createTeam(ada, 'Studio');
    for (let index = 0; index < 7; index += 1) await ada.post(`/api/teams/${code}/rename`, { name: `Name ${index}` });
    const other = await createTeam(await enter(portal, 'otto'), 'Others');
    const owner = await store.database.connectAsOwner();
    await owner.query("set app.team = '*'");
    const { rows } = await owner.query<{ id: string }>('select id from team where code = $1', [code]);
    await tamper(owner, rows[0]?.id ?? '');
    await owner.end();
    const verdicts = await verifyAuditChains(store.database);
    expect(verdicts.find(({ team }) => team === other)?.brokenAt).toBeNull();
    return verdicts.find(({ team }) => team === code)?.brokenAt;
  }

  const edit = (set: string) => (owner: Client, team: string) =>
    owner.query(`update audit_entry set ${set} where team_id = $1 and number = 4`, [team]);

  slowAfter<[string, (owner: Client, team: string) => Promise<unknown>, number | null]>(3, [
    ['nothing', async () => undefined, null],
    ['an edited outcome', edit("outcome = 'ROLE_INSUFFICIENT'"), 4],
    ['an edited name', edit("actor_name = 'eve'"), 4],
    ['an edited address', edit("ip_address = '192.0.2.1'"), 4],
    ['a time moved by a microsecond', edit("at = at + interval '1 microsecond'"), 4],
    ['a hash of its own', edit("hash = sha256('x')"), 4],
    [
      'a deleted entry',
      (owner, team) => owner.query('delete from audit_entry where team_id = $1 and number = 4', [team]),
      4,
    ],
    [
      'a deleted first',
      (owner, team) => owner.query('delete from audit_entry where team_id = $1 and number = 1', [team]),
      1,
    ],
    [
      'a cut-off end',
      (owner, team) => owner.query('delete from audit_entry where team_id = $1 and number > 5', [team]),
      6,
    ],
    [
      'a cut-off end with the head moved back',
      (owner, team) =>
        owner
          .query('delete from audit_entry where team_id = $1 and number > 5', [team])
          .then(() => owner.query('update audit_head set number = 5 where team_id = $1', [team])),
      5,
    ],
    [
      'two that changed places',
      (owner, team) =>
        owner.query(
          `update audit_entry e set subject = o.subject, at = o.at from audit_entry o
            where e.team_id = $1 and o.team_id = $1 and (e.number, o.number) in ((3, 6), (6, 3))`,
          [team],
        ),
      3,
    ],
    [
      'an added one',
      (owner, team) =>
        owner.query(
          `insert into audit_entry select team_id, 9, now(), action, actor_code, actor_name, subject, ip_address, outcome,
              sha256('x') from audit_entry where team_id = $1 and number = 8`,
          [team],
        ),
      9,
    ],
  ])('verify: %s', async (_, tamper, brokenAt) => {
    expect(await afterTampering(tamper)).toBe(brokenAt);
  });

  test('the service itself cannot change or remove an entry', async () => {
    await createTeam(await enter(portal, 'ada'), 'Studio');
    for (const sql of ['update audit_entry set outcome = outcome', 'delete from audit_entry', 'truncate audit_entry']) {
      await expect(store.database.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('chains do not fork under parallel changes', { tags: 'slow' }, async () => {
    const ada = await enter(portal, 'ada');
    const team = await createTeam(ada, 'Studio');
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => ada.post(`/api/teams/${team}/rename`, { name: `Name ${index}` })),
    );
    expect(await verifyAuditChains(store.database)).toMatchObject([{ team, entries: 41, brokenAt: null }]);
  });
});
