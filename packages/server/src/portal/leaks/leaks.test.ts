import { type KeyObject, sign } from 'node:crypto';
import type { AuditEntry, Warning } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newAppSecret } from '../../apps/app-secret.ts';
import { appStandings } from '../../gateway/tokens/app-standings.ts';
import { matchingVersion } from '../../gateway/tokens/rules.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { memoryLimiter } from '../../kernel/limiter/memory.ts';
import { fillFinders } from '../../process/keys/reseal.ts';
import { CODE_HOST_KEY, type CodeHostCall, codeHost } from '../../testing/code-host.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { dataOf, outcomeOf, reveal } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { eachStore } from '../../testing/database.ts';
import { databaseContent } from '../../testing/database-content.ts';
import { testPepper } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { testKeys, testLog } from '../../testing/portal.ts';
import { warningOutbox } from '../mail/warning-mail.ts';
import { lookForWarnings } from '../warnings/look.ts';
import { REPORTS_MAX, REPORTS_MAX_BYTES } from './rules.ts';

const host = codeHost();
const stranger = codeHost();
const TYPE = 'openhouse_app_secret';
const PLACE = 'https://github.com/octocat/Hello-World/blob/1234/foo/bar.txt';
const peppers: KeyRing = [{ id: 1, key: testPepper }];

eachStore('reports of leaked secrets', (store) => {
  const sealingKeys = testKeys(1);
  let portal: InjectedPortal;
  let team: DashboardTeam;
  let log: ReturnType<typeof testLog>;
  let told: number;
  const opened: InjectedPortal[] = [];

  function portalWith(others: Parameters<typeof injectedPortal>[1] = {}, ring = peppers): InjectedPortal {
    const dashboard = testDashboard(store.database, {
      sealingKeys,
      onAppsChanged: async () => {
        told += 1;
      },
    });
    const leakReports = { keys: host.keys, peppers: ring };
    const made = injectedPortal(store.database, { dashboard, leakReports, log, ...others });
    opened.push(made);
    return made;
  }
  beforeEach(async () => {
    log = testLog();
    portal = portalWith();
    team = await dashboardTeam(portal);
    told = 0;
    await all("update app set created_at = now() - interval '1 hour', trial_ends_at = null");
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.app.close();
  });

  const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
    inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, {
      team: '*',
    });
  const secretOf = async (version: number, appKey = team.app.appKey, person = team.owner) =>
    dataOf<{ secret: string }>(await reveal(person, appKey, version)).secret;
  const reportOf = (token: string, url: unknown = PLACE) => ({ token, type: TYPE, url, source: 'content' });

  const send = (body: string, call: CodeHostCall = {}, to = portal) => host.send(to, body, call);
  /** @returns The labels. */
  async function report(tokens: readonly string[], to = portal): Promise<string[]> {
    const answer = await send(JSON.stringify(tokens.map((token) => reportOf(token))), {}, to);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ label: string }[]>().map(({ label }) => label);
  }
  const entries = async () =>
    dataOf<{ entries: AuditEntry[] }>(await team.owner.get('/api/audit')).entries.filter(
      ({ actor, action }) => action.startsWith('secret.') && actor.userCode === '',
    );
  const warnings = async (person = team.owner) =>
    dataOf<{ warnings: Warning[] }>(await person.get('/api/warnings')).warnings;
  const versions = async () =>
    dataOf<{ secrets: { version: number }[] }>(
      await team.owner.get(`/api/apps/${team.app.appKey}/secrets`),
    ).secrets.map(({ version }) => version);
  const retireAtOnce = async (retireLeaked = true) =>
    dataOf(await team.owner.post(`/api/apps/${team.app.appKey}/settings`, { retireLeaked }));
  /** The version that a gateway would take this secret for. */
  async function exchanged(secret: string): Promise<number | undefined> {
    const standings = appStandings(store.database.pool);
    await standings.look(false);
    return matchingVersion(standings.byKey(team.app.appKey), team.app.appKey, secret, peppers, Date.now());
  }

  describe('of a secret in force', () => {
    test('it gets its label, and its Team an audit entry, a warning, mails and a webhook; nothing else of ours is touched', {
      tags: 'slow',
    }, async () => {
      const secret = await secretOf(1);
      await team.owner.post('/api/webhooks', { url: 'https://integrator.example/hook', events: ['secret.leaked'] });
      const wrongChecksum = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;
      const tokens = [newAppSecret(), secret, wrongChecksum, 'ghp_x', '', secret];
      const answer = await send(JSON.stringify(tokens.map((token) => reportOf(token))));
      expect(answer.json()).toEqual(
        tokens.map((token) => ({
          token_hash: sha256(token).toString('hex'),
          token_type: TYPE,
          label: token === secret ? 'true_positive' : 'false_positive',
        })),
      );
      expect(await entries()).toMatchObject([
        { action: 'secret.leak', subject: `Viewing room v1 ${PLACE}`, ipAddress: '', outcome: 'succeeded' },
      ]);
      expect(await warnings(team.viewer)).toMatchObject([
        {
          kind: 'secret-leaked',
          app: { appKey: team.app.appKey },
          secretVersion: 1,
          leak: { url: PLACE, retired: false },
        },
      ]);
      expect(await warnings(team.outsider)).toEqual([]);
      expect(await all('select type, data from webhook_delivery')).toEqual([
        {
          type: 'secret.leaked',
          data: { app_key: team.app.appKey, name: 'Viewing room', version: 1, url: PLACE, retired: false },
        },
      ]);
      const outbox = warningOutbox('https://portal.example.com');
      const mail = await inTransaction(
        store.database,
        async (transaction) => {
          const claim = await outbox.claim(transaction, 60);
          return claim === undefined ? undefined : outbox.compose(transaction, claim);
        },
        { team: '*' },
      );
      expect(mail).toMatchObject({
        to: 'ada@example.com',
        subject: 'Version 1 of the secret of Viewing room was found in public',
      });
      expect(JSON.stringify(mail)).toContain(PLACE);
      expect([await versions(), await exchanged(secret), told]).toEqual([[1], 1, 0]);
      // The canary: its random part, which no prefix or hash has in common with it.
      const canary = secret.slice(4, 24);
      const everything = JSON.stringify([await databaseContent(store), log.lines, answer.body, mail]);
      expect(everything).toContain('secret-leaked');
      expect(everything).not.toContain(canary);
      expect(everything).not.toContain(Buffer.from(canary).toString('hex'));
    });

    test('reported again, one after the other and at once, it is told of once', { tags: 'slow' }, async () => {
      const secret = await secretOf(1);
      await Promise.all(Array.from({ length: 4 }, () => report([secret, secret])));
      expect(await report([secret])).toEqual(['true_positive']);
      expect([(await entries()).length, (await warnings()).length]).toEqual([1, 1]);
      expect(await all('select from mail')).toHaveLength(1);
      const look = () => lookForWarnings(store.database, { appLimitPerMinute: 0, usageKeepDays: 35 });
      expect([await look(), (await warnings()).length]).toEqual([0, 1]);
    });

    test('is retired at once where its app says so, and refused from then on', { tags: ['slow', 'long'] }, async () => {
      const secret = await secretOf(1);
      await retireAtOnce();
      told = 0;
      expect([await exchanged(secret), await report([secret]), await exchanged(secret)]).toEqual([
        1,
        ['true_positive'],
        undefined,
      ]);
      expect((await entries()).map(({ action, subject }) => [action, subject])).toEqual([
        ['secret.retire', 'Viewing room v1'],
        ['secret.leak', `Viewing room v1 ${PLACE}`],
      ]);
      expect(await warnings()).toMatchObject([{ kind: 'secret-leaked', leak: { retired: true } }]);
      expect([await versions(), told]).toEqual([[], 1]);
      expect([await report([secret]), told, (await entries()).length]).toEqual([['true_positive'], 1, 2]);
      // An app without any version in force goes on with the next.
      expect(outcomeOf(await team.owner.post(`/api/apps/${team.app.appKey}/secrets/rotate`, { overlapHours: 0 }))).toBe(
        'succeeded',
      );
      expect([await versions(), await exchanged(await secretOf(2))]).toEqual([[2], 2]);
    });

    test('goes on where its app no longer says so, and one of another app is not touched', {
      tags: 'slow',
    }, async () => {
      await retireAtOnce();
      const theirs = await secretOf(1, team.otherApp.appKey, team.outsider);
      await retireAtOnce(false);
      const secret = await secretOf(1);
      expect(await report([secret, theirs])).toEqual(['true_positive', 'true_positive']);
      expect(await all('select from app_secret where ends_at is not null')).toEqual([]);
      // What was reported before stays in force, whatever is set later.
      await retireAtOnce();
      expect([await report([secret]), await exchanged(secret)]).toEqual([['true_positive'], 1]);
    });

    test('two versions of one app are warned of both, each until two weeks after the leak once it has ended', async () => {
      const first = await secretOf(1);
      await team.owner.post(`/api/apps/${team.app.appKey}/secrets/rotate`, { overlapHours: 1 });
      expect(await report([first, await secretOf(2)])).toEqual(['true_positive', 'true_positive']);
      const shown = async () =>
        (await warnings()).map(({ secretVersion, leak }) => [secretVersion, leak?.retired]).sort();
      expect(await shown()).toEqual([
        [1, false],
        [2, false],
      ]);
      await team.owner.post(`/api/apps/${team.app.appKey}/secrets/1/retire`);
      const look = () => lookForWarnings(store.database, { appLimitPerMinute: 0, usageKeepDays: 35 });
      await look();
      expect(await shown()).toEqual([
        [1, true],
        [2, false],
      ]);
      await all("update app_secret set leaked_at = leaked_at - interval '15 days'");
      expect([await look(), await shown()]).toEqual([0, [[2, false]]]);
    });
  });

  test('a former version is answered, and changes nothing', async () => {
    const former = await secretOf(1);
    await team.owner.post(`/api/apps/${team.app.appKey}/secrets/rotate`, { overlapHours: 0 });
    const before = await all('select * from app_secret order by app_id, version');
    expect(await report([former])).toEqual(['true_positive']);
    expect(await all('select * from app_secret order by app_id, version')).toEqual(before);
    expect([await entries(), await warnings(), await all('select from mail')]).toEqual([[], [], []]);
  });

  describe('how a secret is found', () => {
    test('with any pepper of the ring, and with no other', { tags: 'slow' }, async () => {
      const secret = await secretOf(1);
      const others = testKeys(2);
      expect(await report([secret], portalWith({}, others))).toEqual(['false_positive']);
      expect(await report([secret], portalWith({}, [...others, ...peppers]))).toEqual(['true_positive']);
    });

    test('one that an older program wrote is found once it has its finder; what no key opens never', async () => {
      const secret = await secretOf(1);
      await all('update app_secret set finder = null');
      expect(await report([secret])).toEqual(['false_positive']);
      expect(await fillFinders(store.database, testKeys(7), peppers)).toEqual({ sealed: 0, unopened: 2 });
      expect(await fillFinders(store.database, sealingKeys, peppers)).toEqual({ sealed: 2, unopened: 0 });
      expect(await fillFinders(store.database, sealingKeys, peppers)).toEqual({ sealed: 0, unopened: 0 });
      expect(await report([secret])).toEqual(['true_positive']);
    });

    test('a finder that was copied to another app leads nowhere', async () => {
      const secret = await secretOf(1);
      await all(
        `update app_secret s set finder = o.finder from app_secret o join app a on a.id = o.app_id
          where a.app_key = $1 and s.app_id <> o.app_id`,
        [team.app.appKey],
      );
      expect(await report([secret])).toEqual(['true_positive']);
      expect([(await warnings()).length, (await warnings(team.outsider)).length]).toEqual([1, 0]);
    });
  });

  describe('refused', () => {
    const signedFor = (body: string, key: KeyObject) => sign('sha256', Buffer.from(body), key).toString('base64');
    const cases: readonly [string, (body: string) => CodeHostCall][] = [
      ['without a signature', () => ({ headers: {} })],
      [
        'without the name of a key',
        (body) => ({ headers: { 'github-public-key-signature': signedFor(body, host.privateKey) } }),
      ],
      ['with a key alone', () => ({ headers: { 'github-public-key-identifier': CODE_HOST_KEY } })],
      ['signed with a key that is not known', () => ({ key: stranger.privateKey, name: 'another' })],
      ['signed with another key than it names', () => ({ key: stranger.privateKey })],
      ['with the signature of another body', () => ({ signed: '[]' })],
      [
        'with an empty signature',
        () => ({ headers: { 'github-public-key-identifier': CODE_HOST_KEY, 'github-public-key-signature': '' } }),
      ],
      [
        'with a signature that is none',
        () => ({ headers: { 'github-public-key-identifier': CODE_HOST_KEY, 'github-public-key-signature': '{}"\\' } }),
      ],
    ];
    test.each(cases)('SIGNATURE_INVALID: %s, whatever it holds', async (_, how) => {
      const real = JSON.stringify([reportOf(await secretOf(1))]);
      const seen = new Set<string>();
      for (const body of [real, JSON.stringify([reportOf(newAppSecret())]), '[', '']) {
        const { request_id: _id, ...error } = (await send(body, how(body))).json().error;
        seen.add(JSON.stringify(error));
      }
      expect([...seen]).toEqual([expect.stringContaining('"SIGNATURE_INVALID"')]);
      expect([await warnings(), await entries(), await exchanged(await secretOf(1))]).toEqual([[], [], 1]);
    });

    test('SIGNATURE_INVALID: a body that was altered on its way, by one byte', async () => {
      const body = JSON.stringify([reportOf(await secretOf(1))]);
      expect(outcomeOf(await send(`${body} `, { signed: body }))).toBe('SIGNATURE_INVALID');
      expect(outcomeOf(await send(body))).toBe('succeeded');
    });

    test.each([
      ['no JSON', 'ohs_canary'],
      ['nothing', ''],
      ['an object', '{"token":"ohs_canary"}'],
      ['a report without a token', '[{"type":"ohs_canary"}]'],
      ['a token that is no text', '[{"token":{"ohs_canary":1},"type":"x"}]'],
      ['too many reports', JSON.stringify(Array(REPORTS_MAX + 1).fill({ token: 'ohs_canary', type: '' }))],
    ])('REQUEST_INVALID: %s, signed; the message repeats nothing of it', async (_, body) => {
      const answer = await send(body);
      expect([answer.statusCode, outcomeOf(answer)]).toEqual([400, 'REQUEST_INVALID']);
      expect(answer.body + log.lines.join()).not.toContain('canary');
    });

    test('PAYLOAD_TOO_LARGE: more than a call may have, and no byte of a body without a known key is kept', async () => {
      const body = `[${' '.repeat(REPORTS_MAX_BYTES)}]`;
      const answer = await send(body);
      const message = 'The body is too large. Send at most 1024 KiB.';
      expect([answer.statusCode, answer.json().error.message]).toEqual([413, message]);
      expect(outcomeOf(await send(body, { headers: {} }))).toBe('SIGNATURE_INVALID');
      expect((await send(`[${' '.repeat(REPORTS_MAX_BYTES - 2)}]`)).json()).toEqual([]);
    });

    test('RATE_LIMITED: by address, as any caller without a session', async () => {
      const addressLimit = {
        limiter: memoryLimiter(() => 0),
        perMinute: 2,
        ipv6Bits: 64,
        proxies: { hops: 0, header: 'either' } as const,
      };
      const limited = portalWith({ addressLimit });
      expect([await report([], limited), await report([], limited)]).toEqual([[], []]);
      expect(outcomeOf(await send('[]', {}, limited))).toBe('RATE_LIMITED');
    });

    test('NOT_FOUND without keys; METHOD_NOT_ALLOWED for a read', async () => {
      expect(outcomeOf(await send('[]', {}, portalWith({ leakReports: null })))).toBe('NOT_FOUND');
      const read = await portal.ask({ url: '/api/leaked-secrets' });
      expect([read.statusCode, read.headers.allow]).toEqual([405, 'POST']);
    });
  });

  test('a session adds nothing: with the cookies of an owner and from another site, the signature alone decides', async () => {
    const headers = { ...team.owner.headers, origin: 'https://evil.example' };
    expect(outcomeOf(await send('[]', { headers }))).toBe('SIGNATURE_INVALID');
  });
});
