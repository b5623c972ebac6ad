import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { seal } from '../../kernel/keys/sealing.ts';
import { builtinTickets } from '../../portal/identity/builtin/tickets.ts';
import { tokenPurpose } from '../../portal/session/visitor.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { createApp, createTeam, enter } from '../../testing/dashboard-people.ts';
import { eachStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { testKeys } from '../../testing/portal.ts';
import { type KeyHolder, keyHolder } from './key-holder.ts';
import { lookAtKeys } from './look-at-keys.ts';
import { remakeVerifiers, resealAppSecrets, resealSessions } from './reseal.ts';

eachStore('what still needs a key', (store) => {
  let held: KeyHolder[] = [];
  let rings: Record<Exclude<keyof Secrets, 'appSecretPepper'>, KeyRing>;
  const config = parseConfig({});
  const secretsOf = (of: typeof rings): Secrets => ({
    ...of,
    appSecretPepper: of.appSecretPeppers[0]?.key ?? Buffer.alloc(0),
  });
  const failed = (error: unknown) => {
    throw error;
  };
  /** A process with these rings. */
  const starts = async (of = rings, part: 'all' | 'gateway' = 'all') => {
    const holder = keyHolder({
      config: { SERVE_ONLY: part },
      secrets: secretsOf(of),
      database: store.database,
      limiter: {},
      onFailed: failed,
      onApart: failed,
    });
    await holder.start();
    held.push(holder);
    return holder;
  };
  /** Every ring with its second key in front. */
  const turned = (): typeof rings => ({
    accessTokenKeys: rings.accessTokenKeys.toReversed(),
    appSecretPeppers: rings.appSecretPeppers.toReversed(),
    linkKeys: rings.linkKeys.toReversed(),
    cookieSecrets: rings.cookieSecrets.toReversed(),
    sessionSealingKeys: rings.sessionSealingKeys.toReversed(),
    appSecretSealingKeys: rings.appSecretSealingKeys.toReversed(),
  });
  const look = (of: typeof rings) => lookAtKeys({ config, secrets: secretsOf(of), database: store.database });
  const needs = async (of: typeof rings) =>
    Object.fromEntries(
      (await look(of))
        .filter(({ isFirst }) => !isFirst)
        .map(({ ring, dependents }) => [
          ring,
          dependents.map(({ what, count }) => (count ? `${count} ${what}` : what)),
        ]),
    );
  /** As if everything had happened that much earlier. */
  const passes = async (time: string) => {
    await store.database.pool.query(
      `update key_holder set since = since - $1::interval, seen_at = seen_at - $1::interval`,
      [time],
    );
  };

  const everywhere = (sql: string, values: unknown[] = []) =>
    inTransaction(store.database, async (transaction) => (await transaction.query(sql, values)).rows, { team: '*' });

  beforeEach(() => {
    const both = () => testKeys(1, 2);
    rings = {
      accessTokenKeys: both(),
      appSecretPeppers: both(),
      linkKeys: both(),
      cookieSecrets: both(),
      sessionSealingKeys: both(),
      appSecretSealingKeys: both(),
    };
  });
  afterEach(async () => {
    await Promise.all(held.map((holder) => holder.stop()));
    held = [];
  });

  test('the first key of each ring makes what is new, and every process that runs is known to have it', async () => {
    await starts();
    await starts({ ...rings, cookieSecrets: [], sessionSealingKeys: [], appSecretSealingKeys: [] }, 'gateway');
    const reports = await look(rings);
    expect(reports.map(({ ring, number, isFirst, held: by }) => [ring, number, isFirst, by.length])).toEqual([
      ['ACCESS_TOKEN_KEYS', 1, true, 2],
      ['ACCESS_TOKEN_KEYS', 2, false, 2],
      ['APP_SECRET_PEPPER', 1, true, 2],
      ['APP_SECRET_PEPPER', 2, false, 2],
      ['LINK_KEYS', 1, true, 2],
      ['LINK_KEYS', 2, false, 2],
      ['COOKIE_SECRETS', 1, true, 1],
      ['COOKIE_SECRETS', 2, false, 1],
      ['SESSION_SEALING_KEYS', 1, true, 1],
      ['SESSION_SEALING_KEYS', 2, false, 1],
      ['APP_SECRET_SEALING_KEYS', 1, true, 1],
      ['APP_SECRET_SEALING_KEYS', 2, false, 1],
    ]);
    expect(reports.flatMap(({ lacking, differing }) => [...lacking, ...differing])).toEqual([]);
  });

  test('a process that lacks a key is named, and so is one that has another key under its number', async () => {
    await starts({ ...rings, linkKeys: rings.linkKeys.slice(0, 1) }, 'gateway');
    await starts({ ...rings, linkKeys: [...rings.linkKeys.slice(0, 1), ...testKeys(2)] });
    const report = (await look(rings)).find(({ ring, number }) => ring === 'LINK_KEYS' && number === 2);
    expect(report).toMatchObject({
      held: [],
      lacking: [expect.stringMatching(/ \(gateway\)$/)],
      differing: [expect.not.stringContaining('(')],
    });
  });

  test('tokens, links and cookies need a key for as long as they live after the last process that made them', async () => {
    const former = await starts();
    const made = turned();
    expect(await needs(made)).toMatchObject({
      ACCESS_TOKEN_KEYS: ['1 processes that make new ones with it', 'access tokens'],
      LINK_KEYS: ['1 processes that make new ones with it', 'signed links'],
      APP_SECRET_PEPPER: ['1 processes that make new ones with it'],
    });
    await former.stop();
    await starts(made);
    expect(await needs(made)).toEqual({
      ACCESS_TOKEN_KEYS: ['access tokens'],
      LINK_KEYS: ['signed links'],
      COOKIE_SECRETS: ['CSRF cookies'],
      SESSION_SEALING_KEYS: ['pending sign-ins'],
      APP_SECRET_SEALING_KEYS: [],
      APP_SECRET_PEPPER: [],
    });
    await passes('10 minutes');
    expect(await needs(made)).toMatchObject({ ACCESS_TOKEN_KEYS: [], LINK_KEYS: ['signed links'] });
    await passes('1 hour');
    expect(await needs(made)).toMatchObject({ LINK_KEYS: [], COOKIE_SECRETS: ['CSRF cookies'] });
    await passes('1 day');
    expect(await needs(made)).toMatchObject({ COOKIE_SECRETS: [], SESSION_SEALING_KEYS: [] });
  });

  test('a process that was killed counts as there for a minute, and what it made lives on from its last sign', async () => {
    await starts();
    const made = turned();
    await passes('59 seconds');
    expect((await needs(made)).ACCESS_TOKEN_KEYS).toContain('1 processes that make new ones with it');
    await passes('2 seconds');
    expect((await needs(made)).ACCESS_TOKEN_KEYS).toEqual(['access tokens']);
    await passes('11 minutes');
    expect((await needs(made)).ACCESS_TOKEN_KEYS).toEqual([]);
  });

  test('where no process was ever noted, what may have been made is taken to be made now', async () => {
    expect(await needs(turned())).toMatchObject({ ACCESS_TOKEN_KEYS: ['access tokens'], LINK_KEYS: ['signed links'] });
  });

  describe('of people', () => {
    let portal: InjectedPortal;
    const portalOf = (of: typeof rings) =>
      injectedPortal(store.database, {
        ...(portal?.deps ?? {}),
        dashboard: testDashboard(store.database, {
          sealingKeys: of.appSecretSealingKeys,
          pepper: of.appSecretPeppers[0]?.key as Buffer,
        }),
        cookieSecrets: of.cookieSecrets,
        sessionSealingKeys: of.sessionSealingKeys,
      });
    beforeEach(() => {
      portal = portalOf(rings);
    });
    afterEach(() => portal.app.close());

    test('sealed values and verifiers are counted, until keys rotate has renewed them', { tags: 'slow' }, async () => {
      const ada = await enter(portal, 'ada');
      await createTeam(ada, 'Team');
      await createApp(ada, 'One');
      await createApp(ada, 'Two');
      await passes('1 day');
      const made = turned();
      expect(await needs(made)).toMatchObject({
        APP_SECRET_SEALING_KEYS: ['2 sealed app secrets'],
        APP_SECRET_PEPPER: ['2 verifiers of app secrets', '2 finders of leaked app secrets'],
      });
      expect((await needs(made)).SESSION_SEALING_KEYS).toContain('1 sealed tokens of sessions');
      const secrets = secretsOf(made);
      await resealAppSecrets(store.database, secrets.appSecretSealingKeys);
      await remakeVerifiers(store.database, secrets.appSecretSealingKeys, secrets.appSecretPeppers);
      await resealSessions(store.database, secrets.sessionSealingKeys);
      expect(await needs(made)).toMatchObject({ APP_SECRET_SEALING_KEYS: [], APP_SECRET_PEPPER: [] });
      expect((await needs(made)).SESSION_SEALING_KEYS).not.toContain('1 sealed tokens of sessions');
    });

    test('a finder alone needs its pepper too, and keys rotate makes one that is missing', async () => {
      const ada = await enter(portal, 'ada');
      await createTeam(ada, 'Team');
      await createApp(ada, 'One');
      await passes('1 day');
      const made = secretsOf(turned());
      const [{ finder }] = (await everywhere('select finder from app_secret')) as [{ finder: Buffer }];
      const remake = () => remakeVerifiers(store.database, made.appSecretSealingKeys, made.appSecretPeppers);
      expect(await remake()).toEqual({ sealed: 1, unopened: 0 });
      await everywhere('update app_secret set finder = $1', [finder]);
      expect(await needs(turned())).toMatchObject({ APP_SECRET_PEPPER: ['1 finders of leaked app secrets'] });
      await everywhere('update app_secret set finder = null');
      expect(await remake()).toEqual({ sealed: 1, unopened: 0 });
      expect(await remake()).toEqual({ sealed: 0, unopened: 0 });
      expect(await needs(turned())).toMatchObject({ APP_SECRET_PEPPER: [] });
    });

    test('verifiers of secrets that no key opens may need any pepper', async () => {
      const ada = await enter(portal, 'ada');
      await createTeam(ada, 'Team');
      await createApp(ada, 'One');
      const lost = { ...rings, appSecretSealingKeys: testKeys(7, 8) };
      expect((await needs(lost)).APP_SECRET_PEPPER).toEqual(['1 verifiers whose key nobody can tell']);
    });

    test('a session needs the former key of its cookie until its browser has shown the new one', async () => {
      const cookie = await portal.signIn('ada');
      const made = turned();
      const ofCookies = async () => (await needs(made)).COOKIE_SECRETS?.filter((what) => what.includes('sessions'));
      expect(await ofCookies()).toEqual(['1 sessions of browsers']);
      await portal.app.close();
      portal = portalOf(made);
      const { cookie: renewed } = await portal.withCsrf(cookie);
      // The answer may have been lost.
      expect(await ofCookies()).toEqual(['1 sessions of browsers']);
      await portal.withCsrf(renewed);
      expect(await ofCookies()).toEqual([]);
    });

    test('a session of the built-in sign-in page needs the former key of its token, which nothing renews', async () => {
      await portal.signIn('ada');
      const tickets = builtinTickets(rings.cookieSecrets, Date.now);
      const verify = tickets.issueSourceVerify('source');
      const ticket = tickets.issueTicket('source', verify, { email: 'ada@example.com', name: 'Ada' });
      const { token = '' } = tickets.exchange(ticket, 'source', verify) ?? {};
      const { rows } = await store.database.pool.query<{ id: string }>('select id from session');
      const [{ id }] = rows as [{ id: string }];
      const sealed = seal(rings.sessionSealingKeys, tokenPurpose(id), Buffer.from(token));
      await store.database.pool.query('update session set sealed_token = $2 where id = $1', [id, sealed]);
      expect((await needs(turned())).COOKIE_SECRETS).toContain('1 sessions of the built-in sign-in page');
      await store.database.pool.query('delete from session where id = $1', [id]);
      expect((await needs(turned())).COOKIE_SECRETS).not.toContain('1 sessions of the built-in sign-in page');
    });
  });
});
