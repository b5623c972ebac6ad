import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { solveChallenge } from 'altcha-lib/v1';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openSecret } from '../apps/secret-sealing.ts';
import { parseConfig } from '../config/config.ts';
import { generateKey, loadSecrets } from '../config/secrets.ts';
import { migrate } from '../kernel/database/migrate.ts';
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import { createLog } from '../observe/log.ts';
import { testBrowser } from '../testing/browser.ts';
import { codeHost } from '../testing/code-host.ts';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../testing/postgres-server.ts';
import { freePort, servicesRequired } from '../testing/processes.ts';
import { fillFinders } from './keys/reseal.ts';
import { openStore } from './open-store.ts';
import { serveAlone } from './serve-alone.ts';
import type { Service } from './service.ts';

const PATIENCE = { timeout: 30_000 };

const KEYS = {
  ACCESS_TOKEN_KEYS: generateKey('ACCESS_TOKEN_KEYS'),
  APP_SECRET_PEPPER: generateKey('APP_SECRET_PEPPER'),
  LINK_KEYS: generateKey('LINK_KEYS'),
  COOKIE_SECRETS: generateKey('COOKIE_SECRETS'),
  SESSION_SEALING_KEYS: generateKey('SESSION_SEALING_KEYS'),
  APP_SECRET_SEALING_KEYS: generateKey('APP_SECRET_SEALING_KEYS'),
};
const OWN_KEYS = {
  gateway: ['ACCESS_TOKEN_KEYS', 'APP_SECRET_PEPPER', 'LINK_KEYS'],
  portal: [
    'ACCESS_TOKEN_KEYS',
    'APP_SECRET_PEPPER',
    'COOKIE_SECRETS',
    'SESSION_SEALING_KEYS',
    'APP_SECRET_SEALING_KEYS',
  ],
  'operator-jobs': ['APP_SECRET_PEPPER', 'APP_SECRET_SEALING_KEYS'],
} as const;
type PartName = keyof typeof OWN_KEYS;
/** A row of `app_secret`, as the superuser sees it. */
interface Sealed {
  readonly teamId: string;
  readonly appId: string;
  readonly version: number;
  readonly sealed: Buffer;
}

/** It may report leaked secrets to the portal. */
const host = codeHost();

const PARTS = Object.keys(OWN_KEYS) as PartName[];

// Three processes' worth of a service in this one: each with its own keys and its own user of the database.
describe.skipIf(inject('postgresUrl') === null && !servicesRequired)(
  'a service in parts (PostgreSQL)',
  { tags: 'slow' },
  () => {
    let server: PostgresServer;
    let directory = '';
    let ports: Record<string, string> = {};
    const operators = new Map<PartName, number>();
    const services: Service[] = [];
    const as = (user: string) => server.url.replace(/\/\/.*@/, `//${user}:word@`).concat('/openhouse');

    const envOf = (part: PartName): Record<string, string> => ({
      ...ports,
      SERVE_ONLY: part,
      OPERATOR_PORT: String(operators.get(part)),
      DATA_DIR: directory,
      LISTEN_HOST: '127.0.0.1',
      SHUTDOWN_GRACE_S: '1',
      ...(part === 'portal' && { LEAK_REPORTS_SIGNED_BY: host.published }),
      ...(part === 'gateway' ? { DATABASE_GATEWAY_URL: as('gateway') } : { DATABASE_SERVICE_URL: as('server') }),
      ...Object.fromEntries(OWN_KEYS[part].map((name) => [name, KEYS[name]])),
    });

    beforeAll(async () => {
      const programs = postgresPrograms();
      if (programs === undefined) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
      server = await startPostgres(programs);
      const superuser = new pg.Client({ connectionString: `${server.url}/postgres` });
      await superuser.connect();
      for (const user of ['owner', 'server', 'gateway']) {
        await superuser.query(`create role ${user} login password 'word'`);
      }
      await superuser.query('create database openhouse owner owner');
      await superuser.end();
      directory = await mkdtemp(join(tmpdir(), 'openhouse-parts-'));
      const names = ['PORTAL_PORT', 'GATEWAY_PORT', 'SIGN_IN_PORT'];
      ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())])));
      for (const part of PARTS) operators.set(part, await freePort());

      const users = { DATABASE_SERVICE_URL: as('server'), DATABASE_GATEWAY_URL: as('gateway') };
      const owned = { APP_ENV: 'production', DATABASE_URL: as('owner'), ...users };
      const database = await openStore(parseConfig(owned, 'migrate'), () => undefined);
      await migrate(database);
      await database.close();
      for (const part of PARTS) {
        const options = { demoBundles: DEMO_BUNDLES, pages: join(directory, 'no-pages'), log: createLog('silent') };
        services.push(await serveAlone(parseConfig(envOf(part)), options));
      }
    });
    afterAll(async () => {
      await Promise.all(services.map((service) => service.stop()));
      await server?.stop();
      await rm(directory, { recursive: true, force: true });
    });

    test('a person signs in, asks for an app, reveals its secret, and calls the gateway with it, until it has leaked', {
      tags: 'slow',
    }, async () => {
      const [portal, gateway] = [`http://localhost:${ports.PORTAL_PORT}`, `http://localhost:${ports.GATEWAY_PORT}`];
      const person = testBrowser();
      const page = new URL((await person.go(`${portal}/auth/sign-in`)).headers.get('location') ?? '');
      const form = new URLSearchParams([...page.searchParams, ['email', 'ada@example.com']]);
      const chosen = await person.go(`${page.origin}/`, { method: 'POST', body: form });
      await person.go(chosen.headers.get('location') ?? '');
      await person.go(`${portal}/api/me`);
      const headers = { 'content-type': 'application/json', 'x-csrf-token': person.cookie(portal, 'csrf') ?? '' };
      type Answer = { data: { apps: { name: string; appKey: string }[] } };
      const post = async (path: string, body: object) =>
        (await person.go(`${portal}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
      await post('/api/teams', { name: 'Parts' });
      await post('/api/apps', { name: 'Of parts', idempotencyKey: 'dialog-0000000000000001' });
      const apps = async () => ((await (await person.go(`${portal}/api/apps`)).json()) as Answer).data.apps;
      // The portal only saved the request: the operator's jobs complete it.
      await expect.poll(async () => (await apps()).map(({ name }) => name), PATIENCE).toContain('Of parts');
      const appKey = (await apps()).find(({ name }) => name === 'Of parts')?.appKey ?? '';
      const { data: asked } = (await (await person.go(`${portal}/api/bot-check/challenge`)).json()) as {
        data: { algorithm: string; challenge: string; salt: string; signature: string; maxnumber: number };
      };
      const { algorithm, challenge, salt, signature, maxnumber } = asked;
      const number = (await solveChallenge(challenge, salt, algorithm, maxnumber).promise)?.number;
      const solved = Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
      const revealed = (await post(`/api/apps/${appKey}/secrets/1/reveal`, { botCheck: solved })) as {
        data: { secret: string };
      };
      const exchange = async () => {
        const body = new URLSearchParams({ app_key: appKey, app_secret: revealed.data.secret });
        const answer = await fetch(`${gateway}/auth/access_token`, { method: 'POST', body });
        return ((await answer.json()) as { status: string }).status;
      };
      // Another process learns of the app at its next look.
      await expect.poll(exchange, PATIENCE).toBe('success');
      // An older program wrote it. What the operator's jobs have is enough to make a finder, which the portal finds it by.
      const superuser = new pg.Client({ connectionString: `${server.url}/openhouse` });
      await superuser.connect();
      await superuser.query('update app_secret set finder = null');
      await superuser.end();
      const jobs = parseConfig(envOf('operator-jobs'));
      const { appSecretSealingKeys, appSecretPeppers } = await loadSecrets(jobs);
      const database = await openStore(jobs, () => undefined);
      const filled = await fillFinders(database, appSecretSealingKeys, appSecretPeppers);
      await database.close();
      expect([filled.sealed > 0, filled.unopened]).toEqual([true, 0]);
      await post(`/api/apps/${appKey}/settings`, { retireLeaked: true });
      const report = async () => {
        const body = JSON.stringify([{ token: revealed.data.secret, type: 'openhouse_app_secret', url: '' }]);
        const answer = await fetch(`${portal}/api/leaked-secrets`, {
          method: 'POST',
          headers: host.headersOf(body),
          body,
        });
        return (await answer.json()) as unknown;
      };
      expect(await report()).toMatchObject([{ label: 'true_positive' }]);
      await expect.poll(exchange, PATIENCE).toBe('err_app_credentials_invalid');
    });

    test.each(PARTS)('%s listens on its own ports, and says so where operators ask', async (part) => {
      const answer = await fetch(`http://127.0.0.1:${operators.get(part)}/readyz`);
      expect([answer.status, await answer.json()]).toEqual([200, { ready: true, reasons: [] }]);
    });

    test('a gateway opens no secret: neither its keys nor its user of the database let it, whatever it is given', {
      tags: 'slow',
    }, async () => {
      const superuser = new pg.Client({ connectionString: `${server.url}/openhouse` });
      await superuser.connect();
      const { rows: secretsSealed } = await superuser.query<Sealed>(
        `select team_id::text as "teamId", app_id::text as "appId", version, sealed from app_secret where sealed is not null`,
      );
      await superuser.end();
      const opened = ({ sealed, ...place }: Sealed, keys: KeyRing) => openSecret(keys, place, sealed);
      const ofPortal = await loadSecrets(parseConfig(envOf('portal')));
      for (const row of secretsSealed) expect(opened(row, ofPortal.appSecretSealingKeys)).toEqual(expect.any(String));
      expect(secretsSealed.length).toBeGreaterThan(1);
      for (const env of [envOf('gateway'), { ...envOf('gateway'), ...KEYS, DATABASE_URL: as('owner') }]) {
        const config = parseConfig(env);
        const secrets = await loadSecrets(config);
        for (const ring of Object.values(secrets)) {
          const keys = Buffer.isBuffer(ring) ? [{ id: 1, key: ring }] : ring;
          for (const row of secretsSealed) expect(opened(row, keys)).toBeUndefined();
        }
        expect([secrets.appSecretSealingKeys, secrets.sessionSealingKeys, secrets.cookieSecrets]).toEqual([[], [], []]);
        const database = await openStore(config, () => undefined);
        const refused = { code: '42501' };
        for (const sql of [
          'select sealed, finder from app_secret',
          'table session',
          'table person',
          'table keyed_action',
        ]) {
          await expect(database.pool.query(sql), sql).rejects.toMatchObject(refused);
          await expect(database.readPool?.query(sql), sql).rejects.toMatchObject(refused);
        }
        await database.close();
      }
    });

    test.each(PARTS)(
      '%s without one of its own keys is refused by name in production, and asks for no other',
      (part) => {
        const env = { ...envOf(part), APP_ENV: 'production' };
        for (const name of OWN_KEYS[part]) {
          expect(() => parseConfig({ ...env, [name]: '' }), name).toThrow(`${name} must be set in production`);
        }
        for (const name of Object.keys(KEYS)) {
          if ((OWN_KEYS[part] as readonly string[]).includes(name)) continue;
          expect(() => parseConfig({ ...env, PORTAL_PORT: '4001', [name]: '' })).not.toThrow(`${name} must`);
        }
      },
    );
  },
);
